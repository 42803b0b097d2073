import { lstatSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { randomKey } from "../server/platform/index.ts";
import type { Services } from "../server/services.ts";
import { CommandError, runCommand, UsageError } from "./cli.ts";

const usage = `npm run export -- FILE.csv [--kind KIND] [--excel] [--force]

Writes the whole archive, with items of every status, as CSV UTF-8. npm run import can read the file.
  --kind KIND  exports only one kind: question, syllabus, blog, note, lab, book or answer
  --excel      adds a byte order mark, so that Excel shows Bangla
  --force      replaces an existing file`;

interface Call {
  path: string;
  kind: string | undefined;
  excel: boolean;
  force: boolean;
}

/** @throws CommandError if the export must not replace the file at this path */
function checkPlace(path: string, force: boolean): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isFile())
    throw new CommandError(
      `${path} is not a regular file. Choose another name: --force replaces regular files only.`,
    );
  if (!force) throw new CommandError(`${path} already exists. Use --force to replace it.`);
}

async function exportFile({ transfer }: Services, { path, kind, excel, force }: Call): Promise<void> {
  const part = `${path}.${randomKey()}.part`;
  let items = 0;
  const options = { kind: kind?.toLowerCase(), onProgress: (count: number) => (items = count) };
  // The file contains email addresses and hidden items, so only its owner can read it.
  const file = await open(part, "wx", 0o600);
  try {
    await write(file, excel, transfer.exportAsOperator(options)).finally(() => file.close());
    // Another program may have written a file to this path during the export.
    checkPlace(path, force);
    // A rename shows either the complete file or no file.
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  console.log(`${items.toLocaleString("en")} items written to ${path}`);
}

async function write(file: FileHandle, excel: boolean, pieces: AsyncIterable<string>): Promise<void> {
  if (excel) await file.write("\uFEFF");
  for await (const piece of pieces) await file.write(piece);
  await file.sync();
}

const flag = { type: "boolean" } as const;

await runCommand(
  { usage, options: { kind: { type: "string" }, excel: flag, force: flag } },
  ({ values, positionals }) => {
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new UsageError("Name one file to write.");
    const path = resolve(file);
    const call = { path, kind: values.kind, excel: values.excel ?? false, force: values.force ?? false };
    checkPlace(path, call.force);
    return (services) => exportFile(services, call);
  },
);

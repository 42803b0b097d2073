import { createReadStream, statSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { csvLine, REASON } from "../server/contributing/index.ts";
import type { Services } from "../server/services.ts";
import { runCommand, UsageError } from "./cli.ts";
import { perSecond, showProgress } from "./progress.ts";

const usage = `npm run import -- FILE.csv --as EMAIL [--kind KIND] [--errors FILE]

Imports a spreadsheet saved as CSV UTF-8. The first line names the columns.
  --as EMAIL     the contributor of the items; for an admin, the items keep _id, status, uploader and date
  --kind KIND    the kind of all rows, if the file has no column named kind:
                 question, syllabus, blog, note, lab or book
  --errors FILE  also writes the bad rows to this CSV file, with a column for the reason; mend the
                 rows there and import that file`;

interface Call {
  path: string;
  /** The size of the file in bytes. */
  size: number;
  as: string;
  kind: string | undefined;
  errors: string | undefined;
}

async function importFile(services: Services, call: Call): Promise<number> {
  if (call.errors === undefined) return importRows(services, call, undefined);
  const errors = await open(call.errors, "w");
  try {
    return await importRows(services, call, errors);
  } finally {
    const found = await errors.stat();
    await errors.close();
    // An import without bad rows leaves no empty file. A device, such as /dev/stdout, stays.
    if (found.isFile() && found.size === 0) await rm(call.errors);
  }
}

async function importRows(
  { transfer }: Services,
  { path, size, as, kind, errors: named }: Call,
  errors: FileHandle | undefined,
): Promise<number> {
  const progress = showProgress(size);
  const start = performance.now();
  let bytes = 0;
  let hasErrors = false;
  async function* counted() {
    for await (const chunk of createReadStream(path)) {
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  const report = await transfer
    .importAsOperator(as, counted(), {
      kind: kind?.toLowerCase(),
      onProgress: ({ rows }) => progress.update(bytes, rows),
      async onBad(rows, columns) {
        const told = rows.map(({ line, reason, cells }) => ({ reason: `line ${line}: ${reason}`, cells }));
        await progress.print(told.map(({ reason }) => `${reason}\n`).join(""));
        // A spreadsheet reads UTF-8 only after a byte order mark.
        if (!hasErrors) await errors?.write(`\uFEFF${csvLine([REASON, ...columns])}`);
        hasErrors = true;
        await errors?.write(told.map(({ reason, cells }) => csvLine([reason, ...cells])).join(""));
      },
    })
    .finally(() => progress.stop());

  const number = (count: number) => count.toLocaleString("en");
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${number(report.rows)} rows: ${number(report.stored)} stored, ${number(report.skipped)} already in the archive, ` +
      `${number(report.bad)} bad. ${seconds} s, ${perSecond(report.rows, start)} rows/s.`,
  );
  if (report.stored > 0) console.log("Items that wait for approval are at the desk of the moderators.");
  if (hasErrors && named) console.log(`The bad rows are in ${named}. Mend them there, and import that file.`);
  return report.bad > 0 ? 1 : 0;
}

/** Whether two paths lead to the same file. Follows symbolic links. */
function isSame(path: string, other: string): boolean {
  const [one, two] = [path, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  return (
    resolve(path) === resolve(other) || (one !== undefined && one.ino === two?.ino && one.dev === two.dev)
  );
}

const text = { type: "string" } as const;

await runCommand({ usage, options: { as: text, kind: text, errors: text } }, ({ values, positionals }) => {
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageError("Name one file to import.");
  if (!values.as) throw new UsageError("Set the contributor's email with --as.");
  const path = resolve(file);
  if (values.errors && isSame(values.errors, path))
    throw new UsageError("--errors must name a different file than the one to import.");
  const { size } = statSync(path);
  const call = { path, size, as: values.as, kind: values.kind, errors: values.errors };
  return (services) => importFile(services, call);
});

import { createReadStream, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Services } from "../server/services.ts";
import { runCommand, UsageError } from "./cli.ts";
import { perSecond, showProgress } from "./progress.ts";

const usage = `npm run import -- FILE.csv --as EMAIL [--kind KIND] [--errors FILE]

Takes a spreadsheet saved as CSV UTF-8. Its first line names the columns.
  --as EMAIL     whose contributions they are; an admin's keep _id, status, uploader and date
  --kind KIND    the kind of rows without a column kind: question, syllabus, blog, note, lab or book
  --errors FILE  writes the bad rows there too`;

interface Call {
  path: string;
  /** In bytes. */
  size: number;
  as: string;
  kind: string | undefined;
  errors: string | undefined;
}

async function importFile({ transfer }: Services, { path, size, as, kind, errors }: Call): Promise<number> {
  const progress = showProgress(size);
  const start = performance.now();
  let bytes = 0;
  async function* counted() {
    for await (const chunk of createReadStream(path)) {
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  const onProgress = ({ rows }: { rows: number }) => progress.update(bytes, rows);
  const report = await transfer
    .importAsOperator(as, counted(), { kind: kind?.toLowerCase(), onProgress })
    .finally(() => progress.stop());

  const bad = report.bad.map(({ line, reason }) => `line ${line}: ${reason}\n`).join("");
  process.stderr.write(bad);
  if (errors) await writeFile(errors, bad);
  const number = (count: number) => count.toLocaleString("en");
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${number(report.rows)} rows: ${number(report.stored)} stored, ${number(report.skipped)} already there, ` +
      `${number(report.bad.length)} bad. ${seconds} s, ${perSecond(report.rows, start)} rows/s.`,
  );
  return report.bad.length > 0 ? 1 : 0;
}

const text = { type: "string" } as const;

await runCommand({ usage, options: { as: text, kind: text, errors: text } }, ({ values, positionals }) => {
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageError("Name one file to import.");
  if (!values.as) throw new UsageError("Say with --as whose contributions they are.");
  const path = resolve(file);
  if (values.errors && resolve(values.errors) === path)
    throw new UsageError("--errors must name another file than the one to import.");
  const call = { path, size: statSync(path).size, as: values.as, kind: values.kind, errors: values.errors };
  return (services) => importFile(services, call);
});

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sha256Of } from "../../../src/server/files/storage/file-store.ts";
import { PART } from "../../../src/server/files/storage/write-durably.ts";
import { createJobRunner } from "../../../src/server/platform/jobs/job-runner.ts";
import { createRecogniser } from "../../../src/server/files/recognition/recogniser.ts";
import { recognitionHandlers } from "../../../src/server/files/recognition/recognition.jobs.ts";
import {
  recognitionKinds,
  recognitionLanes,
} from "../../../src/server/files/recognition/recognition-jobs.ts";
import { sweepOnce } from "../../../src/process/schedule.ts";
import type { Ledger } from "./kill-ledger.ts";
import type { KillWorld } from "./kill-world.ts";
import { TEST_LANGUAGES } from "../files/languages.ts";

const DAY = 24 * 3_600_000;

/** Checks that must pass at any moment: the database, the file of each item, and all acknowledged data. */
export async function checkNow({ db, data, engine }: KillWorld, ledger: Ledger): Promise<void> {
  if (engine === "sqlite") {
    for (const said of integrityOf(join(data, "proshno.sqlite")))
      if (said !== "ok") ledger.faults.push(`the database is damaged: ${said}`);
  }
  const names = namesIn(join(data, "files")).filter((name) => !name.endsWith(PART));
  const items = await db.read
    .selectFrom("resource")
    .leftJoin("file", "file.key", "resource.fileKey")
    .select(["resource.title", "resource.fileKey", "file.sha256"])
    .execute();
  for (const { title, fileKey, sha256 } of items) {
    if (!sha256 || !names.some((name) => name === sha256 || name.startsWith(`${sha256}.`)))
      ledger.faults.push(`${title} points to a missing file: ${fileKey}`);
  }
  const shown = new Map(items.map(({ title, sha256 }) => [title, sha256]));
  for (const { title, papers } of ledger.items)
    if (!papers.some(({ sha256 }) => sha256 === shown.get(title)))
      ledger.faults.push(`${title} is lost, or shows another file`);
}

/**
 * Uses its own connection: FTS5 checks an index against the connection's memory of it, and reports later
 * writes of other processes as damage.
 */
function integrityOf(path: string): string[] {
  const connection = new DatabaseSync(path, { readOnly: true });
  const rows = connection.prepare("pragma integrity_check").all();
  connection.close();
  return rows.map((row) => String(row["integrity_check"]));
}

/**
 * Checks that no acknowledged file is lost, unless an edit replaced it, and that all stored bytes are intact.
 * @returns the number of files
 */
export async function checkBytes({ db, fileStore }: KillWorld, ledger: Ledger): Promise<number> {
  const rows = await db.read.selectFrom("file").select(["key", "sha256"]).execute();
  const kept = new Map(rows.map(({ key, sha256 }) => [key, sha256]));
  for (const { key, paper } of ledger.files)
    if (kept.get(key) !== paper.sha256 && !ledger.replaced.has(key)) ledger.faults.push(`${key} is lost`);
  for (const sha256 of new Set(kept.values())) {
    const bytes = await fileStore.get(sha256).catch(() => undefined);
    if (!bytes || sha256Of(bytes) !== sha256) ledger.faults.push(`${sha256} has other bytes, or none`);
  }
  return kept.size;
}

/**
 * Runs all unfinished jobs, a day later, when even the jobs of which many servers died have waited long enough. No job is
 * given up.
 * @returns the number of pages with text, and of jobs that servers died of
 */
export async function finishJobs(
  world: KillWorld,
  ledger: Ledger,
): Promise<{ texts: number; survived: number }> {
  const { jobs, recognition } = world.servicesAt(() => Date.now() + DAY);
  const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
  const handlers = recognitionHandlers(recognition, recogniser);
  const failed = ({ kind, error }: { kind: string; error: string }) =>
    void ledger.faults.push(`${kind} failed: ${error}`);
  const error = (problem: unknown) => void ledger.faults.push(String(problem));
  const choice = { lanes: recognitionLanes };
  const worker = createJobRunner({ jobs, handlers, choice, log: { failed, error }, limit: 240_000 });
  try {
    const died = await world.db.read.selectFrom("job").select("id").where("deaths", ">", 0).execute();
    await worker.drain();
    for (const { kind, lastError } of await deadJobs(world))
      ledger.faults.push(`${kind} was given up: ${lastError}`);
    return { texts: await checkTexts(world, ledger), survived: died.length };
  } finally {
    await recogniser.close();
  }
}

const deadJobs = ({ db }: KillWorld) =>
  db.read.selectFrom("job").select(["kind", "lastError"]).where("state", "=", "dead").execute();

/** Checks that each page of each paper has its text once, and that no page is left to read. */
async function checkTexts({ db }: KillWorld, ledger: Ledger): Promise<number> {
  const left = await db.read.selectFrom("job").select("id").where("kind", "in", recognitionKinds).execute();
  if (left.length > 0) ledger.faults.push(`${left.length} jobs did not end`);
  const papers = await db.read.selectFrom("paper").select(["sha256", "pages"]).execute();
  const texts = await db.read.selectFrom("pageText").select(["sha256", "page"]).execute();
  for (const { sha256, pages } of papers) {
    const read = texts.filter((text) => text.sha256 === sha256).map(({ page }) => page);
    const expected = Array.from({ length: pages }, (_none, index) => index + 1);
    if (String(read.sort()) !== String(expected))
      ledger.faults.push(`of the ${pages} pages of ${sha256} these have text: ${String(read)}`);
  }
  return texts.length;
}

/**
 * Sweeps two days later, and searches for remains that nothing needs.
 * @returns the number of swept contents
 */
export async function checkSwept(world: KillWorld, ledger: Ledger): Promise<number> {
  const { db, data, temporary } = world;
  const clock = () => Date.now() + 2 * DAY;
  const [uploads, spool] = [join(data, "uploads"), join(data, "spool")];
  const before = namesIn(join(data, "files")).length;
  const logError = (error: unknown) => void ledger.faults.push(`the sweeper failed: ${String(error)}`);
  await sweepOnce({ services: world.servicesAt(clock), uploads, spool, logError }, clock());
  const needed = await db.read
    .selectFrom("resource")
    .innerJoin("file", "file.key", "resource.fileKey")
    .select(["file.key", "file.sha256"])
    .execute();
  const sha256s = new Set(needed.map(({ sha256 }) => sha256));
  const keys = new Set(needed.map(({ key }) => key));
  const kept = namesIn(join(data, "files"));
  for (const name of kept) if (!sha256s.has(name)) ledger.faults.push(`files/ keeps ${name}`);
  for (const sha256 of sha256s) if (!kept.includes(sha256)) ledger.faults.push(`files/ lost ${sha256}`);
  for (const sha256 of namesIn(join(data, "pages"))) {
    if (!sha256s.has(sha256)) ledger.faults.push(`pages/ keeps ${sha256}`);
    for (const name of readdirSync(join(data, "pages", sha256.slice(0, 2), sha256)))
      if (!/^\d+-\d+(?:-\d+)?\.webp$/.test(name)) ledger.faults.push(`pages/ keeps ${name}`);
  }
  for (const folder of [uploads, spool, temporary])
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      ledger.faults.push(`${folder} keeps ${name}`);
  const files = await db.read.selectFrom("file").select("key").execute();
  for (const { key } of files) if (!keys.has(key)) ledger.faults.push(`a row keeps the file ${key}`);
  for (const table of ["paper", "pageText", "pageHead"] as const) {
    const rows = await db.read.selectFrom(table).select("sha256").distinct().execute();
    for (const { sha256 } of rows)
      if (!sha256s.has(sha256)) ledger.faults.push(`${table} keeps a row of ${sha256}`);
  }
  return before - kept.length;
}

/** The file names in all subfolders. */
const namesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((shelf) => readdirSync(join(folder, shelf))) : [];

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { executedMigrations } from "../../../src/server/platform/db/schema-state.ts";
import { migrations } from "../../../src/server/platform/db/migrate.ts";
import { BASELINE_NAMES } from "../../../src/server/platform/db/migrations/baseline.ts";
import type { TestArchive } from "../platform/archive.ts";
import { type SchemaParts, readSchemaParts } from "../platform/schema-parts.ts";

const CHILD = new URL("paused-migration.ts", import.meta.url).pathname;

/** When a migration is killed: after its first statement, or after its last one, before the commit. */
export type KillPoint = "first" | "last";

/** The migrations that do something. The last name of the baseline stands for all of them. */
const STEPS = Object.keys(migrations).slice(BASELINE_NAMES.length - 1);

/**
 * Takes an empty database through all migrations, and kills the process inside each one with SIGKILL. Checks
 * that the killed migration changed nothing, and that the next start completes it.
 * @param archive without tables
 * @param pointsOf when the migration with this number is killed; a migration without a kill runs with the next one
 * @param onStep called after each migration
 * @returns a sentence for each problem
 */
export async function killEveryMigration(
  archive: TestArchive,
  pointsOf: (index: number) => KillPoint[],
  onStep: (name: string) => void = () => {},
): Promise<string[]> {
  const problems: string[] = [];
  const { db } = archive;
  for (const [index, name] of STEPS.entries()) {
    const points = pointsOf(index);
    const isLast = index === STEPS.length - 1;
    if (points.length === 0 && !isLast) continue;
    const before = await stateOf(archive);
    for (const point of points) {
      await killInside(archive, name, point);
      if ((await stateOf(archive)) !== before)
        problems.push(`${name}, killed at its ${point} statement, left a part.`);
    }
    await complete(archive, name);
    if ((await executedMigrations(db.read)).at(-1) !== name) problems.push(`${name} did not complete.`);
    if (index === 0) await insertRows(archive);
    onStep(name);
  }
  const { rows } = await sql<{ title: string }>`select title from resource order by id`.execute(db.write);
  if (rows.map(({ title }) => title).join() !== "Optics") problems.push("The item is lost.");
  return problems;
}

/** Everything that an unfinished migration could leave: its name, its tables, and its changes of rows. */
async function stateOf({ db }: TestArchive): Promise<string> {
  const parts = await readSchemaParts(db);
  const rows = parts.tables.has("users") ? (await sql`select * from users`.execute(db.write)).rows : [];
  const items = parts.tables.has("resource")
    ? (await sql`select * from resource`.execute(db.write)).rows
    : [];
  return JSON.stringify([await executedMigrations(db.read), listed(parts), rows, items]);
}

/** The parts as plain lists, for a comparison. */
export const listed = ({ tables, columns, unique, rules, triggers }: SchemaParts) => [
  [...columns].sort(),
  ...[tables, unique, rules, triggers].map((names) => [...names].sort()),
];

async function killInside(archive: TestArchive, name: string, point: KillPoint): Promise<void> {
  const child = start(archive, name, point);
  const ended = once(child, "exit");
  const paused = once(createInterface({ input: child.stdout }), "line");
  await Promise.race([paused, ended.then(() => Promise.reject(new Error(`${name} did not pause.`)))]);
  child.kill("SIGKILL");
  await ended;
}

async function complete(archive: TestArchive, name: string): Promise<void> {
  const [code] = (await once(start(archive, name, "none"), "exit")) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}.`);
}

const start = ({ env }: TestArchive, name: string, point: KillPoint | "none") =>
  spawn(process.execPath, [CHILD, name, point], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });

/** Adds a person and an item of release 0.2.0, which every later migration has to keep. */
async function insertRows({ db }: TestArchive): Promise<void> {
  await sql`insert into users (id, email, "displayName", "createdAt", "updatedAt")
    values ('one', 'one@example.edu', 'One', 1, 1)`.execute(db.write);
  await sql`insert into resource (id, kind, status, "uploaderId", "userName", email, title, department, subject,
      semester, year, details, "searchText", version, "createdAt", "updatedAt")
    values ('one', 'question', 'Approved', 'one', '', '', 'Optics', 'CSE', 'Optics', '3', 2024, '{}', ' optics ', 1, 1, 1)`.execute(
    db.write,
  );
}

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSync } from "@node-rs/argon2";
import { sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { DEFAULT_TIME_ZONE } from "../../../src/shared/text/time-zone.ts";
import { createAccountsRepo } from "../../../src/server/people/accounts/accounts.repo.ts";
import { newUser } from "../../../src/server/people/accounts/new-user.ts";
import type { Visit } from "../../../src/server/platform/client.ts";
import { migrate } from "../../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { createPageImageCache } from "../../../src/server/files/storage/page-image-cache.ts";
import { createFolderStore } from "../../../src/server/files/storage/file-store.ts";
import { randomKey } from "../../../src/server/platform/ids.ts";
import { createPapers, type Papers } from "../../../src/server/files/rendering/papers.ts";
import { createServices, type ServicesOptions } from "../../../src/server/services.ts";
import { rememberPapers } from "./remember-papers.ts";
import { sampleContactDetails } from "../../../src/shared/people/contact-details.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import type { StoredRole } from "../../../src/server/platform/index.ts";

export type Engine = "sqlite" | "postgres";
/**
 * The engines of a file in whose subject the engines can differ: locks, races, jobs, search, totals, migrations, the change
 * feed and transactions. `npm test` runs it on both.
 */
export const bothEngines: readonly Engine[] = ["sqlite", "postgres"];
/** The engine of every other file: SQLite in `npm test`, PostgreSQL in `npm run test:long`. */
export const engines: readonly Engine[] = [process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite"];
export type TestArchive = Awaited<ReturnType<typeof openTestArchive>>;

/** The password of everyone whom `signUp` makes. */
export const TEST_PASSWORD = "correct horse battery";
/** A hash stores its own cost. This one is cheap to check; a real one takes 30 ms of processor time. */
const TEST_HASH = hashSync(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
/** A request without a session, for logins. */
export const VISIT: Visit = {
  client: { address: "127.0.0.1", userAgent: "A test" },
  headers: new Headers(),
};
export const TEST_ORIGIN = "http://127.0.0.1:3000";
const SECRET = "a secret for tests only, of 32+ characters";
/** Students of tests upload as much as others, unless the test is about newcomers. */
const ANYBODY = { bytes: 1_000_000_000_000, papers: 1_000_000 };

/**
 * The time limit for one task, in ms. It is long, because a busy machine takes longer than a reader would
 * wait.
 */
const PAPER_LIMIT = 60_000;
/** The time limit for one search, in ms. It is long, because only the tests of the deadline may meet it. */
export const SEARCH_PATIENCE = 60_000;
let opened: Papers | undefined;
/**
 * The archives of a worker's files share the process that opens papers, because it takes half a second to start. It ends with
 * the worker.
 */
const sharedPapers = (): Papers =>
  (opened ??= rememberPapers(
    createPapers({ timeLimit: PAPER_LIMIT, idleLimit: 600_000, tasksPerChild: 500 }),
  ));

/** A new, migrated, empty archive. Close it after the test, which also removes it. */
export async function openTestArchive(
  engine: Engine,
  options: Partial<Omit<ServicesOptions, "db" | "fileStore" | "secret">> = {},
) {
  const { origin = TEST_ORIGIN, timeZone = DEFAULT_TIME_ZONE } = options;
  const folder = mkdtempSync(join(tmpdir(), "proshno-test-"));
  const databaseUrl = engine === "postgres" ? await createPostgres() : undefined;
  if (!databaseUrl) copyFileSync(await sqliteTemplate(), join(folder, "proshno.sqlite"));
  const db = openDatabase({ databaseUrl, dataFolder: folder });
  const fileStore = createFolderStore(join(folder, "files"));
  const { papers = sharedPapers() } = options;
  const pageImageCache = createPageImageCache(join(folder, "pages"));
  const services = createServices({
    db,
    fileStore,
    pageImageCache,
    secret: SECRET,
    contactDefaults: sampleContactDetails,
    dataFolder: folder,
    searchPatience: SEARCH_PATIENCE,
    databaseUrl,
    // A test does not depend on the free space of its machine.
    freeSpace: 0,
    newcomer: ANYBODY,
    ...options,
    papers,
    origin,
    timeZone,
  });

  return {
    db,
    fileStore,
    /** The parts that the services of a different process or time share with these services. */
    shared: { db, fileStore, papers, pageImageCache, dataFolder: folder, freeSpace: 0, newcomer: ANYBODY },
    services,
    origin,
    timeZone,
    /** The folder for parts of unfinished uploads. */
    uploads: join(folder, "uploads"),
    /** The folder where files of forms wait until the form is answered. */
    spool: join(folder, "spool"),
    /** The environment of a process that opens this archive. */
    env: {
      PROSHNO_DATA: folder,
      PROSHNO_SECRET: SECRET,
      PROSHNO_LOG: "silent",
      PROSHNO_FREE_SPACE_MB: "0",
      DATABASE_URL: databaseUrl ?? "",
    },

    async close(): Promise<void> {
      await db.close();
      if (databaseUrl)
        await onServer((server) => server.query(`drop database "${nameOf(databaseUrl)}" with (force)`));
      rmSync(folder, { recursive: true, force: true });
    },

    /** Makes `name@example.edu` and logs in. @returns the actor, and the `cookie` header of their requests */
    async signUp(name: string, role: StoredRole = "student"): Promise<{ actor: User; cookie: string }> {
      const email = `${name.toLowerCase()}@example.edu`;
      // Makes the account like a mailed link does, so that this also works if emails are verified.
      const person = newUser({ email, displayName: name }, (options.clock ?? Date.now)(), true);
      await createAccountsRepo(db).insert(person, TEST_HASH);
      // A new admin logs in again.
      if (role !== "student") await services.people.setRoleAsOperator(email, role);
      const { setCookies } = await services.accounts.signIn({ email, password: TEST_PASSWORD }, VISIT);
      const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
      return { actor: (await services.accounts.actor(new Headers({ cookie }))) as User, cookie };
    },
  };
}

const migrations = new URL("../../../src/server/platform/db/migrations/", import.meta.url);

/**
 * The name of a template contains a hash of its migrations, so that a changed migration makes a new template.
 */
const version = createHash("sha256")
  .update(
    readdirSync(migrations, { encoding: "utf8", recursive: true })
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => readFileSync(new URL(name, migrations), "utf8"))
      .join(),
  )
  .digest("hex")
  .slice(0, 16);

async function sqliteTemplate(): Promise<string> {
  const path = join(tmpdir(), `proshno-template-${version}.sqlite`);
  if (existsSync(path)) return path;
  const folder = mkdtempSync(join(tmpdir(), "proshno-template-"));
  const db = openDatabase({ dataFolder: folder });
  await migrate(db);
  // Moves the write-ahead log into the database file, so that one file holds everything.
  await sql`pragma wal_checkpoint(truncate)`.execute(db.write);
  await db.close();
  renameSync(join(folder, "proshno.sqlite"), path);
  rmSync(folder, { recursive: true, force: true });
  return path;
}

async function createPostgres(): Promise<string> {
  const template = `proshno_template_${version}`;
  const name = `proshno_test_${randomKey()}`;
  await onServer(async (server) => {
    // One process makes the template and the others wait; the lock ends with the connection.
    await server.query("select pg_advisory_lock(20261121)");
    const { rowCount } = await server.query("select 1 from pg_database where datname = $1", [template]);
    if (!rowCount) await makeTemplate(server, template);
    await server.query("select pg_advisory_unlock(20261121)");
    await server.query(`create database "${name}" template "${template}"`);
  });
  return urlOf(name);
}

/** An empty PostgreSQL database, without tables. @returns its address, and a function that removes it */
export async function createEmptyPostgres(): Promise<{ databaseUrl: string; drop: () => Promise<unknown> }> {
  const name = `proshno_test_${randomKey()}`;
  await onServer((server) =>
    server.query(`create database "${name}" encoding UTF8 locale "C.UTF-8" template template0`),
  );
  const drop = () => onServer((server) => server.query(`drop database "${name}" with (force)`));
  return { databaseUrl: urlOf(name), drop };
}

async function makeTemplate(server: pg.Client, template: string): Promise<void> {
  const part = `${template}_part`;
  await server.query(`drop database if exists "${part}" with (force)`);
  await server.query(`create database "${part}" encoding UTF8 locale "C.UTF-8" template template0`);
  const db = openDatabase({ databaseUrl: urlOf(part), dataFolder: "" });
  await migrate(db);
  await db.close();
  await server.query(`alter database "${part}" rename to "${template}"`);
}

function urlOf(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: urlOf("postgres") });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

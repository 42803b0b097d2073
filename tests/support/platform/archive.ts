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
import { afterAll, inject } from "vitest";
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
import { sampleContactDetails } from "../../../src/shared/contact-details.ts";
import type { Role, User } from "../../../src/shared/policy.ts";

/** For `describe.each(engines)`. */
export const engines = ["sqlite", "postgres"] as const;
export type Engine = (typeof engines)[number];
export type TestArchive = Awaited<ReturnType<typeof openTestArchive>>;

/** The password of everyone that `signUp` makes. */
export const TEST_PASSWORD = "correct horse battery";
/** A hash carries its cost: this one is checked in no time, and not in the 30 ms of a processor that a real one takes. */
const TEST_HASH = hashSync(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
/** A request without a session, by which somebody signs in. */
export const VISIT: Visit = {
  client: { address: "127.0.0.1", userAgent: "A test" },
  headers: new Headers(),
};
export const TEST_ORIGIN = "http://127.0.0.1:3000";
const SECRET = "a secret for tests only, of 32+ characters";

/** For one task, in ms: a busy machine takes longer than readers would wait. */
const PAPER_LIMIT = 60_000;
/** For one search, in ms: the deadline has tests of its own, and all others need an answer from a busy machine, too. */
export const SEARCH_PATIENCE = 60_000;
let opened: Papers | undefined;
/** A test file's archives share the process that opens papers, which takes half a second to start. */
const sharedPapers = (): Papers => (opened ??= createPapers({ timeLimit: PAPER_LIMIT }));
afterAll(() => opened?.close());

/** A fresh, migrated, empty archive of its own. Close it after the test: that removes it. */
export async function openTestArchive(
  engine: Engine,
  options: Partial<Omit<ServicesOptions, "db" | "fileStore" | "secret">> = {},
) {
  const { origin = TEST_ORIGIN } = options;
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
    searchPatience: SEARCH_PATIENCE,
    ...options,
    papers,
    origin,
  });

  return {
    db,
    fileStore,
    /** What services of another process or another time would share with these. */
    shared: { db, fileStore, papers, pageImageCache },
    services,
    origin,
    /** The folder where parts of uploads await the rest. */
    uploads: join(folder, "uploads"),
    /** The folder where files of forms wait until the form is answered. */
    spool: join(folder, "spool"),
    /** For a process that opens this archive by its environment. */
    env: {
      PROSHNO_DATA: folder,
      PROSHNO_SECRET: SECRET,
      PROSHNO_LOG: "silent",
      DATABASE_URL: databaseUrl ?? "",
    },

    async close(): Promise<void> {
      await db.close();
      if (databaseUrl)
        await onServer((server) => server.query(`drop database "${nameOf(databaseUrl)}" with (force)`));
      rmSync(folder, { recursive: true, force: true });
    },

    /** Makes `name@example.edu` and signs in. @returns who acts, and the `cookie` header of their requests */
    async signUp(name: string, role: Role = "student"): Promise<{ actor: User; cookie: string }> {
      const email = `${name.toLowerCase()}@example.edu`;
      // As a followed link makes one, so that it works where e-mails are verified too.
      const person = newUser({ email, displayName: name }, (options.clock ?? Date.now)(), true);
      await createAccountsRepo(db).insert(person, TEST_HASH);
      // A new admin signs in again.
      if (role !== "student") await services.people.setRoleAsOperator(email, role);
      const { setCookies } = await services.accounts.signIn({ email, password: TEST_PASSWORD }, VISIT);
      const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
      return { actor: (await services.accounts.actor(new Headers({ cookie }))) as User, cookie };
    },
  };
}

const migrations = new URL("../../../src/server/platform/db/migrations/", import.meta.url);

/** Templates are named after the migrations that made them, so that a changed migration makes a new one. */
const version = createHash("sha256")
  .update(
    readdirSync(migrations)
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
  // Moves the write-ahead log into the file, so that one file is all there is.
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
    // One process makes the template, the others wait; the lock ends with the connection.
    await server.query("select pg_advisory_lock(20261121)");
    const { rowCount } = await server.query("select 1 from pg_database where datname = $1", [template]);
    if (!rowCount) await makeTemplate(server, template);
    await server.query("select pg_advisory_unlock(20261121)");
    await server.query(`create database "${name}" template "${template}"`);
  });
  return urlOf(name);
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

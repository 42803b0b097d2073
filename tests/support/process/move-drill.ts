import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { generateCourses, generateItems } from "../archive/generate-archive.ts";
import { loadItems } from "../archive/load-archive.ts";
import { parseEnv } from "../../../src/config/env.ts";
import { openArchive } from "../../../src/process/open-archive.ts";
import { digestTables } from "../../../src/server/operations/backup/tables.repo.ts";
import { createAccountsRepo } from "../../../src/server/people/accounts/accounts.repo.ts";
import { newUser } from "../../../src/server/people/accounts/new-user.ts";
import { hashPassword } from "../../../src/server/people/auth/password.ts";
import { randomKey } from "../../../src/server/platform/ids.ts";
import { type Actor, policy } from "../../../src/shared/people/policy.ts";
import { codeAt, STEP } from "../people/authenticator.ts";

const COMMAND = join(import.meta.dirname, "../../../src/cli/migrate-to-postgres.ts");
const PASSWORD = "correct horse battery";
const SECRET = "a secret for tests only, of 32+ characters";
/** How many courses the items are about, at most. */
const COURSES = 8_000;
const SEARCHES = ["data structures", "algorithms final", "CSE", "physics 2019", "ডাটা", "circut"];
/** The command is killed after one of its first lines: it writes one at the start and one every 10%. */
const MAX_LINES = 8;
/** How often a search is tried that takes too long. */
const MAX_TRIES = 5;
/** Tables of one engine, and those about running processes. */
const OWN_TABLES = /^(?:generation|cacheNode|kysely_migration.*|setting)$/;
/** The words of the search index are in a form of their own on each engine. */
const ROWS_ONLY = new Set(["searchEntry"]);
/** The pause between two writes of the writer, in ms. */
const WRITE_PAUSE = 20;

export interface MoveDrillOptions {
  items: number;
  /** How many people have a second factor and an uploaded file. */
  people: number;
  /** How often the command is killed. */
  kills: number;
  /** The address of a PostgreSQL server's superuser connection. */
  postgresUrl: string;
  /** A random number from 0 to 1. */
  random: () => number;
  log: (line: string) => void;
}

export interface MoveDrillFigures {
  /** The time of the last run of the command, and of all runs, in seconds. */
  seconds: number;
  secondsWithKills: number;
  /** How many writes the archive accepted before and during the move, and how many it refused. */
  accepted: number;
  refused: number;
  faults: string[];
}

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Moves a generated archive to PostgreSQL with kills, while somebody writes, and compares both archives. */
export async function runMoveDrill(options: MoveDrillOptions): Promise<MoveDrillFigures> {
  const { items, kills, random, log } = options;
  const folder = mkdtempSync(join(tmpdir(), "proshno-move-"));
  const target = await createDatabase(options.postgresUrl);
  const env = { PROSHNO_DATA: folder, PROSHNO_SECRET: SECRET, PROSHNO_LOG: "silent" };
  const figures: MoveDrillFigures = { seconds: 0, secondsWithKills: 0, accepted: 0, refused: 0, faults: [] };
  const old = await openArchive(parseEnv(env));
  try {
    log(`Making ${items.toLocaleString("en")} items`);
    await loadItems(old.db, generateItems(generateCourses(Math.min(items, COURSES)), items));
    const people = await addPeople(old, options.people);
    const writer = startWriter(old, figures);
    const start = performance.now();
    let killed = 0;
    let last = start;
    for (;;) {
      last = performance.now();
      const child = spawn(process.execPath, [COMMAND], {
        env: { ...process.env, ...env, DATABASE_URL: target.url },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const fatalLine = killed < kills ? 1 + Math.floor(random() * MAX_LINES) : Infinity;
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
          if (said.split("\n").length > fatalLine) child.kill("SIGKILL");
        });
      const [code, signal] = (await once(child, "close")) as [number | null, string | null];
      if (code === 0) break;
      if (signal !== "SIGKILL") throw new Error(`The move failed: ${said}`);
      killed += 1;
      log(`Killed ${killed} of ${kills} after: ${said.trim().split("\n").at(-1)}`);
    }
    if (killed < kills) figures.faults.push(`Only ${killed} of ${kills} kills happened.`);
    figures.seconds = (performance.now() - last) / 1_000;
    figures.secondsWithKills = (performance.now() - start) / 1_000;
    const accepted = await writer.stop();
    log("Comparing");
    const fresh = await openArchive(parseEnv({ ...env, DATABASE_URL: target.url }));
    try {
      await compare(old, fresh, people, accepted, figures.faults);
    } finally {
      await fresh.close();
    }
    return figures;
  } finally {
    await old.close();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Person {
  email: string;
  secret: string;
  cookie: string;
}

const visit = (headers = new Headers()) => ({
  client: { address: "127.0.0.1", userAgent: "A drill" },
  headers,
});
const cookieOf = (setCookies: string[]): string => setCookies.map((line) => line.split(";")[0]).join("; ");

/** Adds people with passwords, second factors, sessions and files; every tenth is an admin. */
async function addPeople({ db, services, fileStore }: Archive, count: number): Promise<Person[]> {
  const hash = await hashPassword(PASSWORD);
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) {
    const email = `mover${n}@example.edu`;
    const user = newUser({ email, displayName: `পরীক্ষার্থী ${n}` }, Date.now(), true);
    await createAccountsRepo(db).insert(user, hash);
    if (n % 10 === 0) await services.people.setRoleAsOperator(email, "admin");
    const { setCookies } = await services.accounts.signIn({ email, password: PASSWORD }, visit());
    const actor = await services.accounts.actor(new Headers({ cookie: cookieOf(setCookies) }));
    await services.secondFactor.begin(actor);
    const { pending } = await services.secondFactor.state(actor);
    const secret = pending?.secret ?? "";
    const made = await services.secondFactor.enrol(actor, { code: codeAt(secret, Date.now()) });
    const sha256 = await fileStore.put(Buffer.from(contentFor(email)));
    await db.write
      .insertInto("file")
      .values({
        key: randomKey(),
        sha256,
        type: "application/pdf",
        size: 20,
        uploaderId: user.id,
        name: "প্রশ্ন.pdf",
        createdAt: Date.now(),
      })
      .execute();
    people.push({ email, secret, cookie: cookieOf(made.setCookies) });
  }
  return people;
}

/** Writes to the old archive again and again. @returns a function that stops, with all acknowledged writes */
function startWriter({ db }: Archive, figures: MoveDrillFigures) {
  const accepted: string[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const name = `drill${n}`;
      try {
        await db.write.insertInto("setting").values({ name, value: "1" }).execute();
        accepted.push(name);
        figures.accepted += 1;
      } catch (error) {
        if ((error as { code?: string }).code !== "read_only")
          figures.faults.push(`A write failed: ${error}`);
        figures.refused += 1;
      }
      await sleep(WRITE_PAUSE);
    }
  })();
  return {
    async stop(): Promise<string[]> {
      stopping.abort();
      await running;
      return accepted;
    },
  };
}

async function compare(
  old: Archive,
  fresh: Archive,
  people: Person[],
  accepted: string[],
  faults: string[],
): Promise<void> {
  // The logins below write to the new archive.
  await compareTables(old, fresh, faults);
  const settings = await fresh.db.read.selectFrom("setting").select("name").execute();
  const kept = new Set(settings.map(({ name }) => name));
  for (const name of accepted) if (!kept.has(name)) faults.push(`The write ${name} is lost.`);
  let admin: Actor;
  for (const { email, secret, cookie } of people) {
    const actor = await fresh.services.accounts.actor(new Headers({ cookie }));
    if (!actor) faults.push(`The session of ${email} ended.`);
    if (policy.readAudit(actor)) admin = actor;
    const half = await fresh.services.accounts.signIn({ email, password: PASSWORD }, visit());
    const headers = new Headers({ cookie: cookieOf(half.setCookies) });
    const code = codeAt(secret, Date.now() + STEP);
    await fresh.services.proof
      .giveCode({ code }, visit(headers))
      .catch((error: unknown) => faults.push(`${email} can't log in: ${error}`));
    const bytes = await fileOf(fresh, email).catch(String);
    if (bytes !== contentFor(email)) faults.push(`The file of ${email} differs: ${bytes}`);
  }
  for (const text of SEARCHES) {
    for (const reader of [undefined, admin]) {
      const [before, after] = await Promise.all(
        [old, fresh].map((archive) => findAll(archive, reader, text)),
      );
      if (JSON.stringify(before) !== JSON.stringify(after)) faults.push(`"${text}" finds other items.`);
    }
  }
  for (let page = 0, isLast = false; !isLast; page += 1) {
    const [before, after] = await Promise.all(
      [old, fresh].map(({ services }) => services.audit.list(admin, page)),
    );
    if (JSON.stringify(before) !== JSON.stringify(after))
      faults.push(`Page ${page} of the audit trail differs.`);
    isLast = !before || (page + 1) * before.size >= before.count;
  }
}

/** Compares the content of all tables with the digests of backups, which don't share code with the move. */
async function compareTables(old: Archive, fresh: Archive, faults: string[]): Promise<void> {
  // The move has made the old archive read-only.
  const before = await digestTables(old.db.read, "sqlite");
  const after = await fresh.db.withoutTimeout((db) =>
    db.transaction().execute((trx) => digestTables(trx, "postgres")),
  );
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    if (OWN_TABLES.test(name)) continue;
    const isEqual = ROWS_ONLY.has(name)
      ? before[name]?.rows === after[name]?.rows
      : before[name]?.hash === after[name]?.hash;
    if (!isEqual) faults.push(`The table ${name} differs.`);
  }
}

const contentFor = (email: string) => `file of ${email}`;

/** The content of the file that a person has uploaded. */
async function fileOf({ db, fileStore }: Archive, email: string): Promise<string> {
  const { sha256 } = await db.read
    .selectFrom("file")
    .innerJoin("users", "users.id", "file.uploaderId")
    .where("users.email", "=", email)
    .select("file.sha256")
    .executeTakeFirstOrThrow();
  return Buffer.from(await fileStore.get(sha256)).toString();
}

/** The first page of a search. An answer that the time limit of searches cut off is asked for again. */
async function findAll({ services }: Archive, reader: Actor, text: string) {
  for (let tries = 1; ; tries += 1) {
    const found = await services.search.find(reader, { text, page: 0, size: 20 });
    if (!found.isIncomplete || tries === MAX_TRIES) return found;
  }
}

async function createDatabase(postgresUrl: string) {
  const name = `move_${randomKey()}`;
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: postgresUrl });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await query(`create database "${name}" encoding UTF8 locale "C.UTF-8" template template0`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(`drop database "${name}" with (force)`) };
}

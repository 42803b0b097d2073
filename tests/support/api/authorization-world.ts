import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { watchedTables } from "./bodies.ts";
import type { Pages } from "../../../src/process/pages.ts";
import type { Area } from "../../../src/shared/moderating/areas.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import type { Principal } from "./authorization-rows.ts";
import { principals, UNIVERSITY } from "./authorization-rows.ts";
import { insertFile, insertItem, insertOneOfEach } from "../archive/factories.ts";
import { type Engine, openTestArchive, TEST_ORIGIN, VISIT } from "../platform/archive.ts";
import { signUpModerator } from "../people/moderators.ts";
import { startProvider } from "../../../scripts/lib/oidc-provider.ts";
import { photo } from "../files/photo.ts";
import { type Client, openSite } from "./site.ts";
import { type Status, statuses } from "../../../src/shared/items/status.ts";
import type { Query, SessionTable } from "../../../src/server/platform/db/schema/schema.ts";

export interface Person extends Client {
  name: Principal;
  /** The email of the account behind the cookie. For a visitor it is the owner's email. */
  email: string;
  headers: Headers;
}

export type MatrixWorld = Awaited<ReturnType<typeof openMatrixWorld>>;

type Tables = Record<string, Map<string, string>>;

/**
 * A time after all items of the rows, in epoch milliseconds. It is needed because lists show only one page.
 */
const NEWEST = Date.UTC(2090, 0);

/** The areas of the moderators. */
const areasOf: Partial<Record<Principal, Area[]>> = {
  moderator: [
    { universityKey: "", departmentKey: "cse" },
    { universityKey: UNIVERSITY.toLowerCase(), departmentKey: "" },
  ],
  outside: [{ universityKey: UNIVERSITY.toLowerCase(), departmentKey: "law" }],
};

/** Books have no department, so they get the university of the moderator's area. */
const [NAME, KEY] = [UNIVERSITY, UNIVERSITY.toLowerCase()];
const bookTriggers: Record<Engine, string[]> = {
  sqlite: [
    `create trigger "matrixBooks" after insert on resource when new.kind = 'book' begin
      update resource set university = '${NAME}', "universityKey" = '${KEY}' where id = new.id; end`,
  ],
  postgres: [
    `create function "matrixBooks"() returns trigger language plpgsql as $$ begin
      new.university = '${NAME}'; new."universityKey" = '${KEY}'; return new; end $$`,
    `create trigger "matrixBooks" before insert on resource for each row when (new.kind = 'book')
      execute function "matrixBooks"()`,
  ],
};

/** The people of the matrix and the items that its rows are about. */
export async function openMatrixWorld(
  pages?: Pages,
  engine: Engine = "sqlite",
  options: Parameters<typeof openTestArchive>[1] = {},
) {
  const provider = await startProvider({ origin: TEST_ORIGIN });
  const archive = await openTestArchive(engine, { ...options, oidc: provider.settings });
  const { db } = archive;
  for (const statement of bookTriggers[engine]) await sql.raw(statement).execute(db.write);
  const site = openSite(archive, pages);
  const people = {} as Record<Principal, Person>;
  const casing = { isOther: false };
  for (const name of principals) {
    const areas = areasOf[name];
    const isAdmin = name === "admin" || name === "exAdmin" || name === "suspended" || name === "expired";
    const cookie =
      name === "visitor"
        ? ""
        : areas
          ? (await signUpModerator(archive, name, areas)).cookie
          : (await archive.signUp(name, isAdmin ? "admin" : "student")).cookie;
    const email = `${(name === "visitor" ? "owner" : name).toLowerCase()}@example.edu`;
    people[name] = {
      ...inCase(site.as(cookie), casing),
      name,
      email,
      headers: new Headers(cookie ? { cookie } : {}),
    };
  }
  const owner = await person("owner");
  const targets = {} as Record<Status, Record<string, string>>;
  const covers = {} as Record<Status, string>;
  for (const status of statuses) {
    targets[status] = await insertOneOfEach(archive, { status, uploader: owner, createdAt: NEWEST });
    covers[status] = await insertFile(archive, await photo(statuses.indexOf(status)));
    await insertItem(archive, "blog", { status, uploader: owner, fileKey: covers[status] });
    await insertItem(archive, "question", { status, uploader: await person("other") });
  }
  await archive.signUp("Signer");
  await archive.services.reviews.create(owner, { comment: "By the owner", rating: "5" }, VISIT.client);

  const past = 1;
  const setUser = (name: Principal, values: object) =>
    db.write.updateTable("users").set(values).where("email", "=", people[name].email).execute();
  await setUser("exAdmin", { role: "student" });
  await setUser("suspended", { suspendedAt: past });
  const { id: expiredId } = await person("expired");
  await db.write.updateTable("session").set({ expiresAt: past }).where("userId", "=", expiredId).execute();
  const sessions: SessionTable[] = await db.read.selectFrom("session").selectAll().execute();

  function person(name: Principal) {
    const email = people[name].email;
    return db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  }

  async function close(): Promise<void> {
    await archive.close();
    await provider.stop();
  }

  let last: Tables = {};
  const touchedTables = engine === "sqlite" ? await watchWrites(db.write) : async () => watchedTables;

  return {
    archive: { ...archive, close },
    site,
    people,
    owner,
    /** Ids of the owner's items, by status and kind. Each answer belongs to the question with its status. */
    targets,
    /** Keys of the covers of the owner's blogs, by status. */
    covers,
    visitor: people.visitor,

    /** The admin as the services know them, with or without the second factor that admins may need. */
    async admin(): Promise<User> {
      const { id, email, displayName, photoURL } = await person("admin");
      return { id, email, displayName, photoURL, role: "admin" };
    },

    /** Makes people request API paths in a different letter case than declared, or stops this. */
    recase(isOther: boolean): void {
      casing.isOther = isOther;
    },

    /**
     * Restores people's sessions that a row ended or gave a new token. It writes nothing if all are as they were, so that
     * the last snapshot stays valid.
     */
    async revive(): Promise<void> {
      await db.write
        .insertInto("session")
        .values(sessions)
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet((eb) => ({ tokenHash: eb.ref("excluded.tokenHash") }))
            .whereRef("session.tokenHash", "!=", "excluded.tokenHash"),
        )
        .execute();
    },

    /** Removes all unfinished uploads, because a person can have ten of them. */
    async removeUploads(): Promise<void> {
      await db.write.deleteFrom("openUpload").execute();
      await rm(archive.uploads, { recursive: true, force: true });
    },

    /** Reads the watched tables. On SQLite, it reads only tables again that a statement wrote since the last snapshot. */
    async snapshot(): Promise<Tables> {
      const tables = { ...last };
      for (const table of await touchedTables()) {
        const rows: Record<string, unknown>[] = await db.read.selectFrom(table).selectAll().execute();
        tables[table] = new Map(rows.map((row) => [keyOf(row), JSON.stringify(row)]));
      }
      last = tables;
      return tables;
    },
  };
}

/**
 * Watches the writes of a connection to SQLite with temporary triggers.
 * @returns a function that returns the watched tables that were written since its last call, at first all
 */
async function watchWrites(connection: Query): Promise<() => Promise<typeof watchedTables>> {
  await sql`create temp table touched (name text primary key)`.execute(connection);
  for (const table of watchedTables) {
    await sql`insert into touched values (${table})`.execute(connection);
    for (const act of ["insert", "update", "delete"])
      await sql`create temp trigger ${sql.id(`${table} ${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
        begin insert into touched select ${sql.lit(table)}
          where not exists (select 1 from touched where name = ${sql.lit(table)}); end`.execute(connection);
  }
  return async () => {
    const touched = sql<{ name: (typeof watchedTables)[number] }>`delete from touched returning name`;
    return (await touched.execute(connection)).rows.map(({ name }) => name);
  };
}

/** A client that requests API paths in a different letter case, except ids and emails. */
function inCase({ send, get, post, put }: Client, casing: { isOther: boolean }): Client {
  const swapped = (letter: string) => {
    const lower = letter.toLowerCase();
    return letter === lower ? letter.toUpperCase() : lower;
  };
  const other = (address: string): string => {
    if (!casing.isOther || !address.startsWith("/api")) return address;
    const [path = "", query] = address.split("?");
    const recased = path
      .split("/")
      .map((segment) => (/[@\d]/.test(segment) ? segment : segment.replace(/[a-z]/gi, swapped)))
      .join("/");
    return query === undefined ? recased : `${recased}?${query}`;
  };
  return {
    send: (path, init) => send(other(path), init),
    get: (path) => get(other(path)),
    post: (path, body) => post(other(path), body),
    put: (path, body) => put(other(path), body),
  };
}

const keyColumns = [
  "oneId",
  "id",
  "key",
  "codeHash",
  "subject",
  "name",
  "resourceId",
  "userId",
  "reporter",
  "sha256",
  "alias",
];
const areaColumns = ["userId", "universityKey", "departmentKey"];
const keyOf = (row: Record<string, unknown>): string => {
  if (row["universityKey"] !== undefined && row["id"] === undefined)
    return areaColumns.map((column) => row[column]).join(" ");
  const own = row[keyColumns.find((column) => row[column] !== undefined) ?? ""];
  // A person has one vote and one rating for each item.
  return row["id"] === undefined && row["itemId"] !== undefined ? `${row["itemId"]} ${own}` : String(own);
};

/**
 * The tables that changed: `+table` has new rows, `-table` fewer rows, `~table` changed rows. Ended sessions
 * don't count.
 */
export function changes(before: Tables, after: Tables): string[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [before[table] ?? new Map(), after[table] ?? new Map()];
    const found: string[] = [];
    if ([...now.keys()].some((id) => !old.has(id))) found.push(`+${table}`);
    if (table !== "session" && [...old.keys()].some((id) => !now.has(id))) found.push(`-${table}`);
    if ([...now].some(([id, row]) => old.has(id) && old.get(id) !== row)) found.push(`~${table}`);
    return found;
  });
}

import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Records each change of public data in its own transaction, under a topic: the kind of an item, or `shared`
 * for data on pages of every kind. Pending items are not public. SQLite counts in a table. PostgreSQL sends
 * notifications, because shared counters would make writers wait for each other and deadlock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await postgres(db);
  else await sqlite(db);
}

/** SQL conditions: an approved item shows the row's file, or the row's content. */
const SHOWS_FILE = (row: string) =>
  `exists (select 1 from resource where "fileKey" = ${row}.key and status = 'Approved')`;
const SHOWS_PAPER = (row: string) =>
  `exists (select 1 from file join resource on resource."fileKey" = file.key
    where file.sha256 = ${row}.sha256 and resource.status = 'Approved')`;
const APPROVED_ITEM = (row: string) =>
  `select kind from resource where id = ${row}."itemId" and status = 'Approved'`;

interface Trigger {
  table: string;
  on: "insert" | "update" | "delete";
  /** A condition on the trigger's `old` and `new` rows. */
  when: string;
  /** Queries that return the changed topics. */
  topics: string[];
}

const SHARED = `select 'shared'`;
const row = (on: Trigger["on"]): string => (on === "delete" ? "old" : "new");
const every = ["insert", "update", "delete"] as const;

/** @param isNot the engine's operator that treats two nulls as equal */
function triggers(isNot: string): Trigger[] {
  const shown = ["displayName", "photoURL", "photoKey", "email", "suspendedAt"];
  const changed = shown.map((column) => `old."${column}" ${isNot} new."${column}"`).join(" or ");
  return [
    { table: "resource", on: "insert", when: `new.status = 'Approved'`, topics: ["select new.kind"] },
    {
      table: "resource",
      on: "update",
      when: `old.status = 'Approved' or new.status = 'Approved'`,
      topics: ["select new.kind", "select old.kind"],
    },
    { table: "resource", on: "delete", when: `old.status = 'Approved'`, topics: ["select old.kind"] },
    ...["vote", "rating"].flatMap((table) =>
      every.map((on) => ({ table, on, when: "true", topics: [APPROVED_ITEM(row(on))] })),
    ),
    ...every.map((on) => ({ table: "review", on, when: "true", topics: [SHARED] })),
    { table: "users", on: "update", when: changed, topics: [SHARED] },
    { table: "users", on: "delete", when: "true", topics: [SHARED] },
    { table: "file", on: "update", when: "true", topics: [`${SHARED} where ${SHOWS_FILE("new")}`] },
    // A changed short name changes the results of a search.
    ...every.map((on) => ({ table: "searchAlias", on, when: "true", topics: [SHARED] })),
    ...every.map((on) => ({
      table: "pageText",
      on,
      when: "true",
      topics: [`${SHARED} where ${SHOWS_PAPER(row(on))}`],
    })),
    ...every.map((on) => ({
      table: "paper",
      on,
      when: "true",
      topics: [`${SHARED} where ${SHOWS_PAPER(row(on))}`],
    })),
  ];
}

const nameOf = ({ table, on }: Trigger): string => `${table}_${on}_public`;

async function sqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create table generation (topic text primary key, n integer not null) without rowid`.execute(db);
  for (const trigger of triggers("is not")) {
    const bumps = trigger.topics.map(
      (topics) => `insert into generation (topic, n) select topic, 1 from (select null as topic where false
        union ${topics}) where true on conflict (topic) do update set n = n + 1;`,
    );
    await sql
      .raw(
        `create trigger "${nameOf(trigger)}" after ${trigger.on} on "${trigger.table}" when ${trigger.when}
        begin ${bumps.join(" ")} end`,
      )
      .execute(db);
  }
}

async function postgres(db: Kysely<unknown>): Promise<void> {
  // The table is unlogged, because its rows are needed only while the processes run.
  await sql`create unlogged table "cacheNode" (id text primary key, "leaseUntil" bigint not null)`.execute(
    db,
  );
  for (const trigger of triggers("is distinct from")) {
    const name = nameOf(trigger);
    const tells = trigger.topics.map(
      (topics) =>
        `perform pg_notify('proshno_changes', 'changed ' || topic) from (${topics}) as told(topic);`,
    );
    await sql
      .raw(
        `create function "${name}"() returns trigger language plpgsql as
        $$ begin ${tells.join(" ")} return null; end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger "${name}" after ${trigger.on} on "${trigger.table}" for each row when (${trigger.when})
        execute function "${name}"()`,
      )
      .execute(db);
  }
}

import type { Engine } from "../run.ts";

/** Returns a condition in SQL: an approved item shows the row's file. */
const SHOWS_FILE = (row: string) =>
  `exists (select 1 from resource where "fileKey" = ${row}.key and status = 'Approved')`;
/** Returns a condition in SQL: an approved item shows the row's content. */
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

/**
 * Returns all triggers except those of the contact details.
 * @param isNot the engine's operator that treats two nulls as equal
 */
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

/** Returns triggers for each change of the contact details, which is public, because the footer of every page shows them. */
function announceContactDetails(engine: Engine): string[] {
  const body =
    engine === "postgres"
      ? `for each row execute function "contactDetails_public"()`
      : `begin insert into generation (topic, n) values ('frame', 1) on conflict (topic) do update set n = n + 1; end`;
  return every.map(
    (on) => `create trigger "contactDetails_${on}_public" after ${on} on "contactDetails" ${body}`,
  );
}

const sqlite = (): string[] => [
  `create table generation (topic text primary key, n integer not null) without rowid`,
  ...triggers("is not").map((trigger) => {
    const bumps = trigger.topics.map(
      (topics) => `insert into generation (topic, n) select topic, 1 from (select null as topic where false
        union ${topics}) where true on conflict (topic) do update set n = n + 1;`,
    );
    return `create trigger "${nameOf(trigger)}" after ${trigger.on} on "${trigger.table}" when ${trigger.when}
        begin ${bumps.join(" ")} end`;
  }),
  ...announceContactDetails("sqlite"),
];

const postgres = (): string[] => [
  // The table is unlogged, because its rows are needed only while the processes run.
  `create unlogged table "cacheNode" (id text primary key, "leaseUntil" bigint not null)`,
  ...triggers("is distinct from").flatMap((trigger) => {
    const name = nameOf(trigger);
    const tells = trigger.topics.map(
      (topics) =>
        `perform pg_notify('proshno_changes', 'changed ' || topic) from (${topics}) as told(topic);`,
    );
    return [
      `create function "${name}"() returns trigger language plpgsql as
        $$ begin ${tells.join(" ")} return null; end $$`,
      `create trigger "${name}" after ${trigger.on} on "${trigger.table}" for each row when (${trigger.when})
        execute function "${name}"()`,
    ];
  }),
  `create function "contactDetails_public"() returns trigger language plpgsql as
      $$ begin perform pg_notify('proshno_changes', 'changed frame'); return null; end $$`,
  ...announceContactDetails("postgres"),
];

/**
 * Lists the statements for triggers that announce each change of public data in its own transaction, under a topic: the
 * kind of an item, `shared` for data on pages of every kind, or `frame` for the footer. Pending items are not public. SQLite
 * counts in a table. PostgreSQL sends notifications, because shared counters would make writers wait for each other and
 * deadlock.
 */
export const publicChanges = (engine: Engine): string[] => (engine === "postgres" ? postgres() : sqlite());

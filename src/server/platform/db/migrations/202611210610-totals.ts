import { type Kysely, PostgresAdapter, sql } from "kysely";
import { isKeptTotal } from "../kept-totals.ts";

/** A facet with totals. Its position in a list of facets is its bit in `facets`; see `totals.repo.ts`. */
export interface CountedColumn {
  /** The column in the table of totals. */
  column: string;
  /** The columns of an item that its totals depend on. */
  from: readonly string[];
  /** SQL for the normal form, by which the totals are stored. */
  value: string;
  /** SQL for the contributor's spelling, if lists show it. The totals ignore letter case. */
  spelling?: string;
}

// Migration 202611221510 renames `semester` only without quotes.
const FACETS: CountedColumn[] = [
  {
    column: "department",
    from: ["department", "departmentKey"],
    value: `"departmentKey"`,
    spelling: "department",
  },
  { column: "year", from: ["year"], value: "cast(year as text)" },
  { column: "semester", from: ["semester"], value: "semester" },
  { column: "examType", from: ["examType"], value: `"examType"` },
  {
    column: "university",
    from: ["university", "universityKey"],
    value: `"universityKey"`,
    spelling: "university",
  },
];
/** The lengths of the counted periods, in days: `PERIODS` of `totals.repo.ts`. */
const PERIODS = [30, 1];
/** One day, in ms. */
const DAY = 86_400_000;

/** Adds totals for all lists, which triggers update, and indexes for large lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["department", "subject", "university"]) {
    await db.schema.alterTable("resource").addColumn(`${name}Key`, "text").execute();
  }
  await sql`update resource set "departmentKey" = lower(department), "subjectKey" = lower(subject),
    "universityKey" = lower(university)`.execute(db);
  await listIndexes(db);
  await createTotals(db, FACETS);
  await createPeriods(db);
  await run(db, count(`select *, 1 as sign from resource`, FACETS));
  await run(db, countPeriods(`select *, 1 as sign from resource`));
  await createTriggers(db, FACETS);
}

/** Creates the triggers that count items by these facets and by periods. */
export async function createTriggers(db: Kysely<unknown>, facets: readonly CountedColumn[]): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? postgresTriggers(db, facets) : sqliteTriggers(db, facets));
}

const EVENTS = ["insert", "delete", "update"];

/** Removes the triggers, so that `createTriggers` can create new triggers. */
export async function dropTriggers(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const event of EVENTS)
    await run(db, `drop trigger "resource_count_${event}"${isPostgres ? " on resource" : ""}`);
}

const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db) as Promise<unknown>;

async function listIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes: [name: string, columns: string[]][] = [
    [
      "resource_department",
      ["kind", "status", "departmentKey", "createdAt", "id", "year", "semester", "examType"],
    ],
    [
      "resource_departmentYear",
      ["kind", "status", "departmentKey", "year", "createdAt", "id", "semester", "examType"],
    ],
    ["resource_year", ["kind", "status", "year", "createdAt", "id", "semester", "examType"]],
    ["resource_semester", ["kind", "status", "semester", "createdAt", "id", "examType"]],
    ["resource_examType", ["kind", "status", "examType", "createdAt", "id"]],
    [
      "resource_university",
      ["kind", "status", "universityKey", "createdAt", "id", "departmentKey", "year", "semester", "examType"],
    ],
    ["resource_children", ["parentId", "status", "createdAt", "id"]],
    ["resource_subject", ["kind", "subjectKey", "status", "createdAt", "id"]],
    ["resource_code", ["kind", "codeNorm", "status", "createdAt", "id"]],
  ];
  // This index has no status, so SQLite may prefer `resource_queue` for approved children. The new index
  // `resource_children` has the status.
  await db.schema.dropIndex("resource_parent").execute();
  // This index has no status, so SQLite preferred an index of statuses. The new `resource_code` has the
  // status.
  await db.schema.dropIndex("resource_code").execute();
  for (const [name, columns] of indexes) {
    await db.schema.createIndex(name).on("resource").columns(columns).execute();
  }
}

/** Creates the table of totals by these facets. */
export async function createTotals(db: Kysely<unknown>, facets: readonly CountedColumn[]): Promise<void> {
  const keys = ["kind", "status", "facets", ...facets.map(({ column }) => column)];
  let totals = db.schema.createTable("resourceTotal");
  for (const key of keys)
    totals = totals.addColumn(key, key === "facets" ? "integer" : "text", (c) => c.notNull());
  await totals
    .addColumn("spelling", "text", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("resourceTotal_key", keys as never)
    .execute();
}

async function createPeriods(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("resourcePeriod")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("days", "integer", (column) => column.notNull())
    .addColumn("period", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("resourcePeriod_key", ["kind", "status", "days", "period"] as never)
    .execute();
}

/**
 * Adds rows to the totals, and subtracts rows with `sign` -1.
 * @param rows a query of resources with `sign`
 */
function count(rows: string, facets: readonly CountedColumn[]): string {
  const combinations = Array.from({ length: 2 ** facets.length }, (_, combination) => combination);
  const masks = combinations.filter(isKeptTotal).map((kept) => `select ${kept} as facets`);
  const cell = facets.map(
    ({ column, value }, at) => `case when facets & ${2 ** at} > 0 then ${value} else '' end as "${column}"`,
  );
  const present = facets.map(({ value }, at) => `(facets & ${2 ** at} = 0 or ${value} is not null)`);
  const columns = ["kind", "status", "facets", ...facets.map(({ column }) => `"${column}"`)];
  const spellings = facets.map(({ spelling }, at) => (spelling ? ` when ${2 ** at} then ${spelling}` : ""));
  const spelled = `case facets${spellings.join("")} else '' end`;
  return `insert into "resourceTotal" (${columns.join(", ")}, spelling, n)
    select ${columns.join(", ")}, max(spelling), sum(sign) from (
      select kind, status, facets, ${cell.join(", ")}, ${spelled} as spelling, sign
      from (${rows}) as changed cross join (${masks.join(" union all ")}) as mask
      where ${present.join(" and ")}) as cell
    where true group by ${columns.join(", ")} having sum(sign) <> 0
    order by ${columns.join(", ")}
    on conflict (${columns.join(", ")}) do update set n = "resourceTotal".n + excluded.n,
      spelling = case when "resourceTotal".n > 0 then "resourceTotal".spelling else excluded.spelling end`;
}

/** Does the same as `count` for each period of contribution. */
function countPeriods(rows: string): string {
  const lengths = PERIODS.map((days) => `select ${days} as days`).join(" union all ");
  return `insert into "resourcePeriod" (kind, status, days, period, n)
    select kind, status, days, period, sum(sign) from (
      select kind, status, days, "createdAt" / (days * cast(${DAY} as bigint)) as period, sign
      from (${rows}) as changed cross join (${lengths}) as length) as moved
    where true group by kind, status, days, period having sum(sign) <> 0
    order by kind, status, days, period
    on conflict (kind, status, days, period) do update set n = "resourcePeriod".n + excluded.n`;
}

/** The columns of an item that the totals depend on. */
const watched = (facets: readonly CountedColumn[]): string[] => [
  "kind",
  "status",
  ...facets.flatMap(({ from }) => from),
  "createdAt",
];

async function sqliteTriggers(db: Kysely<unknown>, facets: readonly CountedColumn[]): Promise<void> {
  const columns = watched(facets);
  const row = (prefix: string) => columns.map((column) => `${prefix}."${column}" as "${column}"`).join(", ");
  const added = `select ${row("new")}, 1 as sign`;
  const taken = `select ${row("old")}, -1 as sign`;
  const changed = columns.map((column) => `old."${column}" is not new."${column}"`).join(" or ");
  const events = {
    insert: { when: "", rows: added },
    delete: { when: "", rows: taken },
    update: { when: `when ${changed}`, rows: `${taken} union all ${added}` },
  };
  for (const [name, { when, rows }] of Object.entries(events)) {
    await run(
      db,
      `create trigger "resource_count_${name}" after ${name} on resource ${when}
        begin ${count(rows, facets)}; ${countPeriods(rows)}; end`,
    );
  }
}

async function postgresTriggers(db: Kysely<unknown>, facets: readonly CountedColumn[]): Promise<void> {
  const added = "select *, 1 as sign from added";
  const taken = "select *, -1 as sign from taken";
  const events = {
    insert: { tables: "new table as added", rows: added },
    delete: { tables: "old table as taken", rows: taken },
    update: { tables: "old table as taken new table as added", rows: `${taken} union all ${added}` },
  };
  for (const [name, { tables, rows }] of Object.entries(events)) {
    await run(
      db,
      `create or replace function "resource_count_${name}"() returns trigger language plpgsql as $$
        begin ${count(rows, facets)}; ${countPeriods(rows)}; return null; end $$`,
    );
    await run(
      db,
      `create trigger "resource_count_${name}" after ${name} on resource referencing ${tables}
        for each statement execute function "resource_count_${name}"()`,
    );
  }
}

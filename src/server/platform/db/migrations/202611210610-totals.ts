import { type Kysely, PostgresAdapter, sql } from "kysely";

/** The facets that totals are kept by, each a bit of `facets`; see `totals.repo.ts`. */
const FACETS = [
  { bit: 1, column: "department", value: `"departmentKey"` },
  { bit: 2, column: "year", value: "cast(year as text)" },
  { bit: 4, column: "semester", value: "semester" },
  { bit: 8, column: "examType", value: `"examType"` },
  { bit: 16, column: "university", value: `"universityKey"` },
];
const UNIVERSITY = 16;
/** Every combination. */
const KEPT = Array.from({ length: 2 ** FACETS.length }, (_, facets) => facets);
/** Lengths of the periods that are counted, in days: `PERIODS` of `totals.repo.ts`. */
const PERIODS = [30, 1];
/** In ms. */
const DAY = 86_400_000;

/** Totals of every list, kept by the database itself, and what lists at scale are found by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["department", "subject", "university"]) {
    await db.schema.alterTable("resource").addColumn(`${name}Key`, "text").execute();
  }
  await sql`update resource set "departmentKey" = lower(department), "subjectKey" = lower(subject),
    "universityKey" = lower(university)`.execute(db);
  await listIndexes(db);
  await tables(db);
  await run(db, count(`select *, 1 as sign from resource`));
  await run(db, countPeriods(`select *, 1 as sign from resource`));
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? postgresTriggers(db) : sqliteTriggers(db));
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
  // SQLite may take `resource_queue` for the children that are Approved, where this one tells no more of them.
  await db.schema.dropIndex("resource_parent").execute();
  // SQLite took the index of statuses rather than one without a status.
  await db.schema.dropIndex("resource_code").execute();
  for (const [name, columns] of indexes) {
    await db.schema.createIndex(name).on("resource").columns(columns).execute();
  }
}

async function tables(db: Kysely<unknown>): Promise<void> {
  const facets = FACETS.map(({ column }) => column);
  const keys = ["kind", "status", "facets", ...facets];
  let totals = db.schema.createTable("resourceTotal");
  for (const key of keys)
    totals = totals.addColumn(key, key === "facets" ? "integer" : "text", (c) => c.notNull());
  await totals
    .addColumn("spelling", "text", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("resourceTotal_key", keys as never)
    .execute();
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
 * Adds rows to the totals, and takes rows with `sign` -1 away.
 * @param rows a query of resources with `sign`
 */
function count(rows: string): string {
  const masks = KEPT.map((facets) => `select ${facets} as facets`).join(" union all ");
  const cell = FACETS.map(
    ({ bit, column, value }) => `case when facets & ${bit} > 0 then ${value} else '' end as "${column}"`,
  );
  const present = FACETS.map(({ bit, value }) => `(facets & ${bit} = 0 or ${value} is not null)`);
  const columns = ["kind", "status", "facets", ...FACETS.map(({ column }) => `"${column}"`)];
  // The spelling of a department or university on screen; its totals ignore letter case.
  const spelling = `case facets when 1 then department when ${UNIVERSITY} then university else '' end`;
  return `insert into "resourceTotal" (${columns.join(", ")}, spelling, n)
    select ${columns.join(", ")}, max(spelling), sum(sign) from (
      select kind, status, facets, ${cell.join(", ")}, ${spelling} as spelling, sign
      from (${rows}) as changed cross join (${masks}) as mask
      where ${present.join(" and ")}) as cell
    where true group by ${columns.join(", ")} having sum(sign) <> 0
    order by ${columns.join(", ")}
    on conflict (${columns.join(", ")}) do update set n = "resourceTotal".n + excluded.n,
      spelling = case when "resourceTotal".n > 0 then "resourceTotal".spelling else excluded.spelling end`;
}

/** As `count`, by the time of contribution. */
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

const COUNTED = ["kind", "status", "department", "departmentKey", "year", "semester", "examType"].concat([
  "university",
  "universityKey",
  "createdAt",
]);
const quoted = (prefix: string) => COUNTED.map((column) => `${prefix}."${column}" as "${column}"`).join(", ");

async function sqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const added = `select ${quoted("new")}, 1 as sign`;
  const taken = `select ${quoted("old")}, -1 as sign`;
  const changed = COUNTED.map((column) => `old."${column}" is not new."${column}"`).join(" or ");
  const events: [name: string, event: string, rows: string][] = [
    ["insert", "after insert on resource", added],
    ["delete", "after delete on resource", taken],
    ["update", `after update on resource when ${changed}`, `${taken} union all ${added}`],
  ];
  for (const [name, event, rows] of events) {
    await run(
      db,
      `create trigger "resource_count_${name}" ${event} begin ${count(rows)}; ${countPeriods(rows)}; end`,
    );
  }
}

async function postgresTriggers(db: Kysely<unknown>): Promise<void> {
  const added = "select *, 1 as sign from added";
  const taken = "select *, -1 as sign from taken";
  const events: [name: string, tables: string, rows: string][] = [
    ["insert", "new table as added", added],
    ["delete", "old table as taken", taken],
    ["update", "old table as taken new table as added", `${taken} union all ${added}`],
  ];
  for (const [name, transition, rows] of events) {
    await run(
      db,
      `create or replace function "resource_count_${name}"() returns trigger language plpgsql as $$
        begin ${count(rows)}; ${countPeriods(rows)}; return null; end $$`,
    );
    await run(
      db,
      `create trigger "resource_count_${name}" after ${name} on resource referencing ${transition}
        for each statement execute function "resource_count_${name}"()`,
    );
  }
}

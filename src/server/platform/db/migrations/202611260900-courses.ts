import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds courses (decision 072). A course is a university and a normal form of a code. Triggers derive the tables of
 * courses from the Approved papers, in the transaction of each write, as they keep the totals of lists. Admins and
 * moderators write the other four tables, whose changes are announced under the topic `course`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await derivedTables(db);
  await writtenTables(db);
  await itemIndexes(db);
  await countTriggers(db, isPostgres);
  for (const sums of sumsOf(`select *, 1 as sign from resource`)) await run(db, sums);
  await (isPostgres ? postgresTriggers(db) : sqliteTriggers(db));
  for (const table of ["courseMerge", "courseName", "examNotHeld", "termMonth"])
    await announce(db, table, isPostgres);
}

const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db) as Promise<unknown>;

/** Creates a table. @param key the columns of its primary key, all texts unless they end in ":n" */
async function createTable(
  db: Kysely<unknown>,
  name: string,
  key: string[],
  numbers: string[],
  texts: string[] = [],
) {
  let made = db.schema.createTable(name);
  for (const column of key) {
    const [own = "", type] = column.split(":");
    made = made.addColumn(own, type === "n" ? "integer" : "text", (c) => c.notNull());
  }
  for (const text of texts) made = made.addColumn(text, "text", (c) => c.notNull());
  for (const number of numbers)
    made = made.addColumn(number, number.endsWith("At") ? "bigint" : "integer", (c) => c.notNull());
  await made
    .addPrimaryKeyConstraint(`${name}_key`, key.map((column) => column.split(":")[0]) as never)
    .execute();
}

async function derivedTables(db: Kysely<unknown>): Promise<void> {
  const course = ["universityKey", "codeNorm"];
  await createTable(db, "course", course, ["papers"]);
  await createTable(db, "courseCell", [...course, "year:n", "examType", "term"], ["papers"]);
  await createTable(db, "courseFact", [...course, "fact", "value"], ["papers"], ["spelling"]);
  await createTable(
    db,
    "courseCount",
    ["universityKey", "departmentKey"],
    ["courses", "papers"],
    ["department"],
  );
  await createTable(db, "courseShelf", ["kind", "universityKey", "subjectKey"], ["items"]);
  await run(
    db,
    `create index "course_listed" on course ("universityKey", "codeNorm", papers) where papers > 0`,
  );
  const byCode = `("codeNorm", "universityKey", papers) where papers > 0`;
  await run(db, `create index "course_code" on course ${byCode}`);
  await run(
    db,
    `create index "courseFact_frequent" on "courseFact" ("universityKey", "codeNorm", fact, papers, value)
      where papers > 0`,
  );
  await run(
    db,
    `create index "courseFact_department" on "courseFact" ("universityKey", value, "codeNorm", papers)
      where fact = 'department' and papers > 0`,
  );
}

async function writtenTables(db: Kysely<unknown>): Promise<void> {
  const course = ["universityKey", "codeNorm"];
  await createTable(db, "courseMerge", course, ["createdAt"], ["intoCodeNorm", "shownCodeNorm"]);
  await db.schema
    .createIndex("courseMerge_shown")
    .on("courseMerge")
    .columns(["universityKey", "shownCodeNorm", "codeNorm"])
    .execute();
  await createTable(db, "courseName", course, ["updatedAt"], ["code", "title"]);
  await createTable(db, "examNotHeld", [...course, "year:n", "examType", "term"], ["createdAt"]);
  await createTable(db, "termMonth", ["term"], ["lastMonth"]);
  await run(
    db,
    `insert into "termMonth" (term, "lastMonth") values ('spring', 6), ('summer', 9), ('fall', 12), ('winter', 14)`,
  );
}

/**
 * SQLite uses these indexes only for queries that have their conditions. Without statistics it prefers an index with more
 * compared columns, so the first index begins with kind and status. All items have a version above 0; this condition
 * keeps the counts of other lists from reading the index as a whole (`IS_PAPER`).
 */
async function itemIndexes(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create index "resource_course" on resource
      (kind, status, "universityKey", "codeNorm", year, "examType", term, "set", id)
      where kind = 'question' and status = 'Approved' and version > 0`,
  );
  await run(
    db,
    `create index "resource_shelf" on resource (kind, "subjectKey", "universityKey", "createdAt", id)
      where status = 'Approved' and "codeNorm" is null`,
  );
}

/** The columns that the derived tables depend on. */
const WATCHED = [
  "kind",
  "status",
  "code",
  "codeNorm",
  "subject",
  "subjectKey",
  "department",
  "departmentKey",
  "semester",
  "semesterKey",
  "year",
  "examType",
  "term",
  "universityKey",
  "uploaderId",
];

const UNIVERSITY = `coalesce("universityKey", '')`;
/** Each fact of a course, with SQL for its value and for the text that people see. */
const FACTS: [fact: string, value: string, spelling: string][] = [
  ["code", "code", "code"],
  ["title", `"subjectKey"`, "subject"],
  ["department", `"departmentKey"`, "department"],
  ["semester", `"semesterKey"`, "semester"],
  ["contributor", `"uploaderId"`, "''"],
];

/**
 * Statements that add items to the derived tables, and subtract items with `sign` -1. Rows without papers stay with 0,
 * because most of them are used again.
 * @param rows a query of items with `sign`
 */
function sumsOf(rows: string): string[] {
  const papers = `(select * from (${rows}) as changed
    where kind = 'question' and status = 'Approved' and "codeNorm" is not null) as paper`;
  const course = `${UNIVERSITY} as "universityKey", "codeNorm"`;
  const whens = (column: 1 | 2) => FACTS.map((fact) => `when '${fact[0]}' then ${fact[column]}`).join(" ");
  const names = FACTS.map(([fact]) => `select '${fact}' as fact`).join(" union all ");
  return [
    upsert("course", ["universityKey", "codeNorm"], "papers", `select ${course}, sign from ${papers}`),
    upsert(
      "courseCell",
      ["universityKey", "codeNorm", "year", "examType", "term"],
      "papers",
      `select ${course}, coalesce(year, 0) as year, coalesce("examType", '') as "examType",
        coalesce(term, '') as term, sign from ${papers}`,
    ),
    upsert(
      "courseFact",
      ["universityKey", "codeNorm", "fact", "value"],
      "papers",
      `select * from (select ${course}, fact, case fact ${whens(1)} end as value,
          coalesce(case fact ${whens(2)} end, '') as spelling, sign
        from ${papers} cross join (${names}) as named) as valued where value is not null`,
      "spelling",
    ),
    upsert(
      "courseShelf",
      ["kind", "universityKey", "subjectKey"],
      "items",
      `select kind, ${UNIVERSITY} as "universityKey", "subjectKey", sign from (${rows}) as changed
        where status = 'Approved' and "codeNorm" is null and "subjectKey" is not null`,
    ),
  ];
}

/** Adds up rows by key. A transaction locks rows in the order of the key. */
function upsert(table: string, keys: string[], number: string, rows: string, text?: string): string {
  const key = keys.map((column) => `"${column}"`).join(", ");
  const columns = text ? `${key}, "${text}", "${number}"` : `${key}, "${number}"`;
  const picked = text ? `${key}, max("${text}"), sum(sign)` : `${key}, sum(sign)`;
  const kept = `"${text}" = case when "${table}"."${number}" > 0 then "${table}"."${text}" else excluded."${text}" end`;
  return `insert into "${table}" (${columns}) select ${picked} from (${rows}) as summed
    where true group by ${key} having sum(sign) <> 0 order by ${key}
    on conflict (${key}) do update set ${text ? `${kept}, ` : ""}"${number}" = "${table}"."${number}" + excluded."${number}"`;
}

/** Keeps the number of courses and papers of each university and department: `courseCount`. */
async function countTriggers(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const sources = [
    { table: "course", department: () => "''", name: () => "''", when: () => "true" },
    {
      table: "courseFact",
      department: (row: string) => `${row}.value`,
      name: (row: string) => `${row}.spelling`,
      when: (row: string) => `${row}.fact = 'department'`,
    },
  ];
  for (const { table: source, department, name, when } of sources) {
    const add = (row: string, courses: string, papers: string) =>
      `insert into "courseCount" ("universityKey", "departmentKey", department, courses, papers)
        values (${row}."universityKey", ${department(row)}, ${name(row)}, ${courses}, ${papers})
        on conflict ("universityKey", "departmentKey") do update set
          department = case when "courseCount".papers > 0 then "courseCount".department else excluded.department end,
          courses = "courseCount".courses + excluded.courses, papers = "courseCount".papers + excluded.papers`;
    const has = (row: string) => `case when ${row}.papers > 0 then 1 else 0 end`;
    const events = {
      insert: { when: when("new"), act: add("new", has("new"), "new.papers") },
      update: {
        when: `${when("new")} and old.papers <> new.papers`,
        act: add("new", `${has("new")} - ${has("old")}`, "new.papers - old.papers"),
      },
      delete: { when: when("old"), act: add("old", `-${has("old")}`, "-old.papers") },
    };
    for (const [event, { when: condition, act }] of Object.entries(events)) {
      const head = `create trigger "${source}_count_${event}" after ${event} on "${source}"`;
      if (isPostgres) {
        await run(
          db,
          `create function "${source}_count_${event}"() returns trigger language plpgsql as
            $$ begin ${act}; return null; end $$`,
        );
        await run(
          db,
          `${head} for each row when (${condition}) execute function "${source}_count_${event}"()`,
        );
      } else await run(db, `${head} when ${condition} begin ${act}; end`);
    }
  }
}

async function sqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const row = (prefix: string) => WATCHED.map((column) => `${prefix}."${column}" as "${column}"`).join(", ");
  const added = `select ${row("new")}, 1 as sign`;
  const taken = `select ${row("old")}, -1 as sign`;
  const changed = WATCHED.map((column) => `old."${column}" is not new."${column}"`).join(" or ");
  const events = {
    insert: { when: `new.status = 'Approved'`, rows: added },
    delete: { when: `old.status = 'Approved'`, rows: taken },
    update: {
      when: `(old.status = 'Approved' or new.status = 'Approved') and (${changed})`,
      rows: `${taken} union all ${added}`,
    },
  };
  for (const [event, { when, rows }] of Object.entries(events))
    await run(
      db,
      `create trigger "resource_course_${event}" after ${event} on resource when ${when}
        begin ${sumsOf(rows).join("; ")}; end`,
    );
}

async function postgresTriggers(db: Kysely<unknown>): Promise<void> {
  const added = "select *, 1 as sign from added";
  const taken = "select *, -1 as sign from taken";
  const isPublic = (table: string) => `exists (select 1 from ${table} where status = 'Approved')`;
  const columns = (prefix: string) => WATCHED.map((column) => `${prefix}."${column}"`).join(", ");
  // Most updates of items change nothing that courses show.
  const isChanged = `exists (select 1 from added join taken on taken.id = added.id
    where 'Approved' in (added.status, taken.status) and (${columns("added")}) is distinct from (${columns("taken")}))`;
  const events = {
    insert: { tables: "new table as added", when: isPublic("added"), rows: added },
    delete: { tables: "old table as taken", when: isPublic("taken"), rows: taken },
    update: {
      tables: "old table as taken new table as added",
      when: isChanged,
      rows: `${taken} union all ${added}`,
    },
  };
  for (const [event, { tables, when, rows }] of Object.entries(events)) {
    await run(
      db,
      `create function "resource_course_${event}"() returns trigger language plpgsql as $$
        begin if ${when} then ${sumsOf(rows).join("; ")}; end if; return null; end $$`,
    );
    await run(
      db,
      `create trigger "resource_course_${event}" after ${event} on resource referencing ${tables}
        for each statement execute function "resource_course_${event}"()`,
    );
  }
}

/** Announces changes of a table to the response caches, as migration 202611210620 does. */
async function announce(db: Kysely<unknown>, table: string, isPostgres: boolean): Promise<void> {
  if (isPostgres)
    await run(
      db,
      `create function "${table}_public"() returns trigger language plpgsql as
        $$ begin perform pg_notify('proshno_changes', 'changed course'); return null; end $$`,
    );
  for (const on of ["insert", "update", "delete"] as const) {
    const head = `create trigger "${table}_${on}_public" after ${on} on "${table}"`;
    const body = isPostgres
      ? `for each row execute function "${table}_public"()`
      : `begin insert into generation (topic, n) values ('course', 1) on conflict (topic) do update set n = n + 1; end`;
    await run(db, `${head} ${body}`);
  }
}

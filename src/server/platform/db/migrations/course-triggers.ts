import { type Kysely, sql } from "kysely";

export const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db) as Promise<unknown>;

/** Fills the derived tables of courses from the items, and adds the triggers that keep them (decision 072). */
export async function courseTriggers(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await countTriggers(db, isPostgres);
  for (const sums of sumsOf(`select *, 1 as sign from resource`)) await run(db, sums);
  await (isPostgres ? postgresTriggers(db) : sqliteTriggers(db));
  await forgetContributors(db, isPostgres);
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

/**
 * Adds up rows by key. A transaction locks rows in the order of the key.
 * @param text a column that isn't in the key, for the spelling that people see. The first spelling stays while the row
 * has papers, unless its own paper gets another one.
 */
function upsert(table: string, keys: string[], number: string, rows: string, text?: string): string {
  const key = keys.map((column) => `"${column}"`).join(", ");
  const columns = text ? `${key}, "${text}", "${number}"` : `${key}, "${number}"`;
  const spelt = (sign: "<" | ">") => `max(case when sign ${sign} 0 then "${text}" end)`;
  const picked = text ? `${key}, coalesce(${spelt(">")}, max("${text}")), sum(sign)` : `${key}, sum(sign)`;
  const ofKey = keys.map((column) => `own."${column}" = summed."${column}"`).join(" and ");
  const isRespelt = `${spelt(">")} <> ${spelt("<")} and ${spelt("<")} =
    (select own."${text}" from "${table}" as own where ${ofKey})`;
  const kept = `"${text}" = case when "${table}"."${number}" > 0 and excluded."${number}" <> 0
    then "${table}"."${text}" else excluded."${text}" end`;
  return `insert into "${table}" (${columns}) select ${picked} from (${rows}) as summed
    where true group by ${key} having sum(sign) <> 0${text ? ` or (${isRespelt})` : ""} order by ${key}
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
    for (const [event, { when: condition, act }] of Object.entries(events))
      await rowTrigger(db, isPostgres, {
        name: `${source}_count_${event}`,
        event,
        source,
        when: condition,
        act,
      });
  }
  await rowTrigger(db, isPostgres, {
    name: "courseFact_respelt",
    event: "update",
    source: "courseFact",
    when: `new.fact = 'department' and old.spelling <> new.spelling`,
    act: `update "courseCount" set department = new.spelling where "universityKey" = new."universityKey"
      and "departmentKey" = new.value and department = old.spelling`,
  });
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

/** Forgets who contributed to a course as soon as none of their papers is in it, so that no deleted account stays. */
const forgetContributors = (db: Kysely<unknown>, isPostgres: boolean): Promise<void> =>
  rowTrigger(db, isPostgres, {
    name: "courseFact_forget",
    event: "update",
    source: "courseFact",
    when: `new.fact = 'contributor' and new.papers <= 0`,
    act: `delete from "courseFact" where "universityKey" = new."universityKey" and "codeNorm" = new."codeNorm"
      and fact = new.fact and value = new.value and papers <= 0`,
  });

interface RowTrigger {
  name: string;
  event: string;
  /** The table whose rows change. */
  source: string;
  when: string;
  act: string;
}

async function rowTrigger(
  db: Kysely<unknown>,
  isPostgres: boolean,
  { name, event, source, when, act }: RowTrigger,
): Promise<void> {
  const head = `create trigger "${name}" after ${event} on "${source}"`;
  if (!isPostgres) return void (await run(db, `${head} when ${when} begin ${act}; end`));
  await run(
    db,
    `create function "${name}"() returns trigger language plpgsql as $$ begin ${act}; return null; end $$`,
  );
  await run(db, `${head} for each row when (${when}) execute function "${name}"()`);
}

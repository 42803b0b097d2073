import { type Kysely, PostgresAdapter } from "kysely";
import { courseTriggers, run } from "./course-triggers.ts";

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
  await courseTriggers(db, isPostgres);
  for (const table of ["courseMerge", "courseName", "examNotHeld", "termMonth"])
    await announce(db, table, isPostgres);
}

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
 * compared columns, so the indexes of papers begin with kind and status. All items have a version above 0; this condition
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
    `create index "resource_course_newest" on resource (kind, status, "universityKey", "codeNorm", "createdAt", id)
      where kind = 'question' and status = 'Approved' and version > 0`,
  );
  await run(
    db,
    `create index "resource_shelf" on resource (kind, "subjectKey", "universityKey", "createdAt", id)
      where status = 'Approved' and kind <> 'question'`,
  );
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

import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds requests for missing papers, and courses that people follow (decision 074). A person writes a request or a
 * follow; triggers derive the rest in the transaction of each write: how many people want a paper, whether it is still
 * missing, which course a merged one stands for, and the news of followed courses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await tables(db);
  for (const trigger of [...requestTriggers(), ...cellTriggers(), ...mergeTriggers(), ...newsTriggers()])
    await create(db, trigger, isPostgres);
  for (const table of ["courseRequest", "courseFollow"])
    for (const on of EVENTS) await announce(db, table, on, isPostgres);
}

const EVENTS = ["insert", "update", "delete"] as const;
type Event = (typeof EVENTS)[number];

const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db) as Promise<unknown>;

const EXAM = ["universityKey", "codeNorm", "year", "examType", "term"];
const quoted = (columns: string[], prefix = "") => columns.map((name) => `${prefix}"${name}"`).join(", ");

async function tables(db: Kysely<unknown>): Promise<void> {
  const keys = (own: string[]) =>
    own.map((name) => `"${name}" ${name === "year" ? "integer" : "text"} not null`).join(", ");
  await run(
    db,
    `create table "courseRequest" ("userId" text not null references users (id) on delete cascade,
      ${keys(["universityKey", "askedCode", "codeNorm", "year", "examType", "term"])},
      "createdAt" bigint not null, "toldOf" text, "toldAt" bigint,
      primary key ("userId", "universityKey", "askedCode", year, "examType", term))`,
  );
  await run(db, `create index "courseRequest_exam" on "courseRequest" (${quoted(EXAM)}, "userId")`);
  await run(
    db,
    `create table "wantedPaper" (${keys(EXAM)}, requests integer not null, "isOpen" integer not null,
      "isTold" integer not null, rechecks integer not null, primary key (${quoted(EXAM)}))`,
  );
  const order = `requests, year, ${quoted(["universityKey", "codeNorm", "examType", "term"])}`;
  await run(db, `create index "wantedPaper_most" on "wantedPaper" (${order}) where "isOpen" = 1`);
  await run(
    db,
    `create index "wantedPaper_university" on "wantedPaper" ("universityKey", requests, year) where "isOpen" = 1`,
  );
  await run(
    db,
    `create index "wantedPaper_found" on "wantedPaper" (${quoted(EXAM)}) where "isOpen" = 0 and "isTold" = 0`,
  );
  // Finds the courses of a department in all universities, whose missing papers a list shows.
  await run(
    db,
    `create index "courseCount_department" on "courseCount" ("departmentKey", "universityKey", courses)
      where courses > 0`,
  );
  await run(db, `create index "wantedPaper_recheck" on "wantedPaper" (${quoted(EXAM)}) where rechecks > 0`);
  await run(
    db,
    `create table "courseFollow" ("userId" text not null references users (id) on delete cascade,
      ${keys(["universityKey", "askedCode", "codeNorm"])}, "createdAt" bigint not null,
      primary key ("userId", "universityKey", "askedCode"))`,
  );
  await run(
    db,
    `create index "courseFollow_course" on "courseFollow" ("universityKey", "codeNorm", "userId")`,
  );
  await run(
    db,
    `create table "courseNews" ("itemId" text primary key not null,
      ${keys(["universityKey", "codeNorm"])}, "publishedAt" bigint not null)`,
  );
  await run(
    db,
    `create index "courseNews_newest" on "courseNews" ("universityKey", "codeNorm", "publishedAt")`,
  );
  await run(db, `create index "courseNews_old" on "courseNews" ("publishedAt")`);
}

interface Trigger {
  /** Tells triggers of the same event apart. */
  name?: string;
  table: string;
  on: Event;
  /** The columns of an update that matter. */
  of?: string[];
  /** A condition on the trigger's `old` and `new` rows. */
  when?: string;
  acts: string[];
}

async function create(
  db: Kysely<unknown>,
  { name: part = "wanted", table, on, of, when = "true", acts }: Trigger,
  isPostgres: boolean,
) {
  const name = `${table}_${on}_${part}`;
  const event = of ? `${on} of ${quoted(of)}` : on;
  const head = `create trigger "${name}" after ${event} on "${table}"`;
  if (!isPostgres) {
    await run(db, `${head} when ${when} begin ${acts.join("; ")}; end`);
    return;
  }
  await run(
    db,
    `create function "${name}"() returns trigger language plpgsql as
      $$ begin ${acts.join("; ")}; return null; end $$`,
  );
  await run(db, `${head} for each row when (${when}) execute function "${name}"()`);
}

/** SQL for the course that a course was merged into, or for the course itself. */
const merged = (universityKey: string, code: string): string =>
  `coalesce((select "shownCodeNorm" from "courseMerge" where "universityKey" = ${universityKey}
    and "codeNorm" = ${code}), ${code})`;

/**
 * SQL for 1 if no paper of an exam is there, otherwise 0. A paper without a term may be of any term, as in the grid of
 * the course page.
 * @param exam the prefix of a row with the columns of an exam
 */
const isOpen = (exam: string): string =>
  `case when exists (select 1 from "courseCell" as cell where cell.papers > 0
    and cell."universityKey" = ${exam}."universityKey" and cell.year = ${exam}.year
    and cell."examType" = ${exam}."examType"
    and (${exam}.term = '' or cell.term = '' or cell.term = ${exam}.term)
    and cell."codeNorm" in (select ${exam}."codeNorm" union all select "codeNorm" from "courseMerge" as gone
      where gone."universityKey" = ${exam}."universityKey" and gone."shownCodeNorm" = ${exam}."codeNorm"))
    then 0 else 1 end`;

/** How often the schedule checks `isOpen` again, because PostgreSQL doesn't show a trigger what others commit later. */
const RECHECKS = 3;

/** Updates whether wanted papers are missing. @param which a condition on `wantedPaper` */
const refreshIsOpen = (which: string): string =>
  `update "wantedPaper" set "isTold" = 0, rechecks = ${RECHECKS}, "isOpen" = ${isOpen(`"wantedPaper"`)}
    where ${which}`;

/** Keep the number of requests of each exam. */
function requestTriggers(): Trigger[] {
  const add = `insert into "wantedPaper" (${quoted(EXAM)}, requests, "isOpen", "isTold", rechecks)
    values (${quoted(EXAM, "new.")}, 1, ${isOpen("new")}, 0, ${RECHECKS})
    on conflict (${quoted(EXAM)}) do update set requests = "wantedPaper".requests + 1, "isTold" = 0`;
  const same = EXAM.map((name) => `"${name}" = old."${name}"`).join(" and ");
  const take = [
    `update "wantedPaper" set requests = requests - 1 where ${same}`,
    `delete from "wantedPaper" where ${same} and requests <= 0`,
  ];
  const table = "courseRequest";
  return [
    { table, on: "insert", acts: [add] },
    { table, on: "delete", acts: take },
    {
      table,
      on: "update",
      of: ["universityKey", "codeNorm"],
      when: `old."universityKey" <> new."universityKey" or old."codeNorm" <> new."codeNorm"`,
      acts: [...take, add],
    },
  ];
}

/** Notice the first paper of an exam, and each paper that is gone, because people may have been told about it. */
function cellTriggers(): Trigger[] {
  const act =
    refreshIsOpen(`"universityKey" = new."universityKey" and year = new.year and "examType" = new."examType"
    and (term = '' or new.term = '' or term = new.term)
    and "codeNorm" = ${merged(`new."universityKey"`, `new."codeNorm"`)}`);
  const table = "courseCell";
  return [
    { table, on: "insert", when: "new.papers > 0", acts: [act] },
    {
      table,
      on: "update",
      of: ["papers"],
      when: "new.papers < old.papers or (old.papers <= 0 and new.papers > 0)",
      acts: [act],
    },
  ];
}

/** Give requests and follows to the course that their own was merged into, and back. */
function mergeTriggers(): Trigger[] {
  const acts = (row: "old" | "new") => {
    const codes = `${row}."codeNorm", ${row}."shownCodeNorm"`;
    const which = `"universityKey" = ${row}."universityKey" and "codeNorm" in (${codes})`;
    return [
      ...["courseRequest", "courseFollow"].map((table) => {
        const now = merged(`"${table}"."universityKey"`, `"${table}"."askedCode"`);
        return `update "${table}" set "codeNorm" = ${now} where ${which} and "codeNorm" <> ${now}`;
      }),
      refreshIsOpen(which),
    ];
  };
  const table = "courseMerge";
  return [
    { table, on: "insert", acts: acts("new") },
    { table, on: "update", acts: [...acts("old"), ...acts("new")] },
    { table, on: "delete", acts: acts("old") },
  ];
}

/** A decision that is undone sooner than this (in ms, `UNDO_WINDOW`) is no news. */
const WINDOW = 60_000;

/** Note papers and answers of followed courses when they become visible. */
function newsTriggers(): Trigger[] {
  const isNews = `new.kind in ('question', 'answer')`;
  const publish = `insert into "courseNews" ("itemId", "universityKey", "codeNorm", "publishedAt")
    select new.id, coalesce(paper."universityKey", ''), paper."codeNorm", new."updatedAt" from resource as paper
    where paper.id = coalesce(new."parentId", new.id) and paper.kind = 'question' and paper."codeNorm" is not null
      and exists (select 1 from "courseFollow" as follow
        where follow."universityKey" = coalesce(paper."universityKey", '')
          and follow."codeNorm" = ${merged(`coalesce(paper."universityKey", '')`, `paper."codeNorm"`)})
    on conflict ("itemId") do nothing`;
  const withdraw = `delete from "courseNews" where "itemId" = new.id and new.status <> 'Approved'
    and "publishedAt" > new."updatedAt" - ${WINDOW}`;
  // With "or" in one statement, neither engine would use an index.
  const move = [`= new.id`, `in (select id from resource where "parentId" = new.id)`].map(
    (items) => `update "courseNews" set "universityKey" = coalesce(new."universityKey", ''),
      "codeNorm" = coalesce(new."codeNorm", '') where "itemId" ${items}`,
  );
  const table = "resource";
  return [
    { table, on: "insert", when: `${isNews} and new.status = 'Approved'`, acts: [publish] },
    {
      table,
      on: "update",
      when: `${isNews} and (old.status = 'Approved') <> (new.status = 'Approved')`,
      acts: [withdraw, `${publish.replace("where paper.id", `where new.status = 'Approved' and paper.id`)}`],
    },
    {
      table,
      name: "moved_news",
      on: "update",
      of: ["universityKey", "codeNorm"],
      when: `new.kind = 'question' and (coalesce(old."universityKey", '') <> coalesce(new."universityKey", '')
        or coalesce(old."codeNorm", '') <> coalesce(new."codeNorm", ''))`,
      acts: move,
    },
  ];
}

/** Announces changes to the response caches, as migration 202611210620 does. */
async function announce(db: Kysely<unknown>, table: string, on: Event, isPostgres: boolean): Promise<void> {
  if (isPostgres && on === "insert")
    await run(
      db,
      `create function "${table}_public"() returns trigger language plpgsql as
        $$ begin perform pg_notify('proshno_changes', 'changed wanted'); return null; end $$`,
    );
  const head = `create trigger "${table}_${on}_public" after ${on} on "${table}"`;
  const body = isPostgres
    ? `for each row execute function "${table}_public"()`
    : `begin insert into generation (topic, n) values ('wanted', 1) on conflict (topic) do update set n = n + 1; end`;
  await run(db, `${head} ${body}`);
}

import { type RawBuilder, sql } from "kysely";
import type { CourseCount, CourseKey } from "../../../shared/courses/courses.ts";
import { type Database, rowsOf } from "../../platform/index.ts";
import { universityNames } from "./course-keys.repo.ts";

/** How many universities, or departments of one, a page lists. */
const MAX_PLACES = 1_000;

/** The courses of a university, or of one of its departments. */
export interface CourseList {
  universityKey: string;
  departmentKey?: string | undefined;
}

/** The rows with the papers of each course in a list. */
const source = ({ departmentKey }: Omit<CourseList, "universityKey">, as: string): RawBuilder<unknown> =>
  departmentKey === undefined
    ? sql`course as ${sql.ref(as)}`
    : sql`(select "universityKey", "codeNorm", papers from "courseFact"
        where fact = 'department' and value = ${departmentKey}) as ${sql.ref(as)}`;

/** Whether the course of a row of `merge` has papers of its own in the list. */
const hasOwn = (list: Omit<CourseList, "universityKey">): RawBuilder<unknown> =>
  sql`exists (select 1 from ${source(list, "own")} where own."universityKey" = merge."universityKey"
    and own."codeNorm" = merge."shownCodeNorm" and own.papers > 0)`;

/**
 * All SQL that lists courses with their numbers. SQLite reads the tables of a `cross join` in their order; without
 * statistics, it would begin with the larger one. Triggers keep the numbers of courses by their papers' own codes. The few
 * courses that an admin merged are looked up, and change these numbers here.
 */
export function createBrowseRepo({ read, engine }: Database) {
  return {
    /** The universities with courses. */
    async universities(): Promise<CourseCount[]> {
      const [rows, fewer] = await Promise.all([
        read
          .selectFrom("courseCount")
          .select(["universityKey as key", "courses", "papers"])
          .where("departmentKey", "=", "")
          .where("courses", ">", 0)
          .orderBy("universityKey")
          .limit(MAX_PLACES)
          .execute(),
        this.merged(undefined),
      ]);
      const names = await universityNames(
        read,
        engine,
        rows.map(({ key }) => key),
      );
      return rows.map((row) => ({
        ...row,
        name: names.get(row.key) ?? "",
        courses: row.courses - (fewer.get(`${row.key}\n`) ?? 0),
      }));
    },

    /** The ids of the universities with courses that are not in the table of universities yet. */
    async newUniversities(): Promise<string[]> {
      const rows = await read
        .selectFrom("courseCount")
        .leftJoin("university", "university.id", "courseCount.universityKey")
        .select("courseCount.universityKey as key")
        .where("courseCount.departmentKey", "=", "")
        .where("courseCount.universityKey", "<>", "")
        .where("courseCount.courses", ">", 0)
        .where("university.id", "is", null)
        .orderBy("key")
        .limit(MAX_PLACES)
        .execute();
      return rows.map(({ key }) => key);
    },

    /** A university's number of courses and papers, and its departments. */
    async departments(universityKey: string): Promise<{ whole: CourseCount; departments: CourseCount[] }> {
      const [rows, fewer, names] = await Promise.all([
        read
          .selectFrom("courseCount")
          .select(["departmentKey as key", "department as name", "courses", "papers"])
          .where("universityKey", "=", universityKey)
          .where("courses", ">", 0)
          .orderBy("departmentKey")
          .limit(MAX_PLACES)
          .execute(),
        this.merged(universityKey),
        universityNames(read, engine, [universityKey]),
      ]);
      const counts = rows.map((row) => ({
        ...row,
        courses: row.courses - (fewer.get(`${universityKey}\n${row.key}`) ?? 0),
      }));
      const name = names.get(universityKey) ?? "";
      const whole = counts.find(({ key }) => key === "") ?? { courses: 0, papers: 0 };
      return {
        whole: { key: universityKey, name, courses: whole.courses, papers: whole.papers },
        departments: counts.filter(({ key }) => key !== ""),
      };
    },

    /**
     * How many courses each university and department has fewer, because they are shown with another course.
     * @returns by university and department key, joined with a line break
     */
    async merged(universityKey: string | undefined): Promise<Map<string, number>> {
      const ofOne = universityKey === undefined ? sql`1 = 1` : sql`merge."universityKey" = ${universityKey}`;
      const whole = sql`select merge."universityKey" as "universityKey", '' as "departmentKey",
          count(*) - count(distinct case when ${hasOwn({})} then null else merge."shownCodeNorm" end) as n
        from "courseMerge" as merge cross join course
        where ${ofOne} and course."universityKey" = merge."universityKey"
          and course."codeNorm" = merge."codeNorm" and course.papers > 0 group by merge."universityKey"`;
      const own = sql`exists (select 1 from "courseFact" as own where own."universityKey" = merge."universityKey"
        and own."codeNorm" = merge."shownCodeNorm" and own.fact = 'department' and own.value = fact.value
        and own.papers > 0)`;
      const each = sql`select merge."universityKey" as "universityKey", fact.value as "departmentKey",
          count(*) - count(distinct case when ${own} then null else merge."shownCodeNorm" end) as n
        from "courseMerge" as merge cross join "courseFact" as fact
        where ${ofOne} and fact."universityKey" = merge."universityKey"
          and fact."codeNorm" = merge."codeNorm" and fact.fact = 'department' and fact.papers > 0 group by merge."universityKey", fact.value`;
      const { rows } = await sql<{ universityKey: string; departmentKey: string; n: number }>`
        ${universityKey === undefined ? whole : sql`${whole} union all ${each}`}`.execute(read);
      return new Map(rows.map((row) => [`${row.universityKey}\n${row.departmentKey}`, Number(row.n)]));
    },

    /**
     * The courses of a list in the order of their codes, with their papers in the list.
     * @param after the code of the last course before; "" for the first page
     */
    async page(list: CourseList, after: string, size: number): Promise<(CourseKey & { papers: number })[]> {
      const { universityKey, departmentKey } = list;
      const first =
        departmentKey === undefined
          ? sql`select course."codeNorm" from course where course."universityKey" = ${universityKey}
              and course."codeNorm" > ${after} and course.papers > 0`
          : sql`select course."codeNorm" from "courseFact" as course
              where course."universityKey" = ${universityKey} and course.value = ${departmentKey}
                and course."codeNorm" > ${after} and course.fact = 'department' and course.papers > 0`;
      const { rows: codes } = await sql<Pick<CourseKey, "codeNorm">>`
        select "codeNorm" from (
          select * from (${first} and not exists (select 1 from "courseMerge" as merge
              where merge."universityKey" = ${universityKey} and merge."codeNorm" = course."codeNorm")
            order by course."codeNorm" limit ${sql.lit(size)}) as listed
          union select * from (select distinct merge."shownCodeNorm" from "courseMerge" as merge
              cross join ${source(list, "member")}
            where merge."universityKey" = ${universityKey} and merge."shownCodeNorm" > ${after}
              and member."universityKey" = merge."universityKey" and member."codeNorm" = merge."codeNorm"
              and member.papers > 0
            order by merge."shownCodeNorm" limit ${sql.lit(size)}) as shown) as page
        order by "codeNorm" limit ${sql.lit(size)}`.execute(read);
      if (codes.length === 0) return [];
      const asked = codes.map(({ codeNorm }) => codeNorm);
      const { rows } = await sql<{ codeNorm: string; papers: number }>`
        select coalesce(merge."shownCodeNorm", member."codeNorm") as "codeNorm", sum(member.papers) as papers
        from (select value as "codeNorm" from ${rowsOf(engine, asked)} union
            select merge."codeNorm" from "courseMerge" as merge where merge."universityKey" = ${universityKey}
              and merge."shownCodeNorm" in (${sql.join(asked)})) as wanted
          cross join ${source(list, "member")}
          left join "courseMerge" as merge on merge."universityKey" = ${universityKey}
            and merge."codeNorm" = wanted."codeNorm"
        where member."universityKey" = ${universityKey} and member."codeNorm" = wanted."codeNorm"
        group by coalesce(merge."shownCodeNorm", member."codeNorm")`.execute(read);
      const papers = new Map(rows.map((row) => [row.codeNorm, Number(row.papers)]));
      return asked.map((codeNorm) => ({ universityKey, codeNorm, papers: papers.get(codeNorm) ?? 0 }));
    },
  };
}

export type BrowseRepo = ReturnType<typeof createBrowseRepo>;

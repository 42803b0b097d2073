import { sql } from "kysely";
import type { Cell, CourseFact, CourseKey, ExamKey } from "../../../shared/courses/courses.ts";
import type { Database } from "../../platform/index.ts";
import { visible } from "../items/resource-filter.repo.ts";
import {
  describedCourse,
  describedCourses,
  IS_PAPER,
  membersOf,
  ofCourses,
  shownCourses,
  wholeCourse,
} from "./course-keys.repo.ts";

/** A course with more papers has a number for each exam instead of its papers. */
export const MAX_PAPERS = 200;
/** How many exams a grid shows, the newest first. */
const MAX_CELLS = 2_000;
/** How many values of each fact a page shows. */
const MAX_VALUES = { code: 1, title: 10, department: 10, semester: 1, contributor: 6 };
/** Up to this number, contributors are counted. */
const MAX_CONTRIBUTORS = 1_000;
const MAX_NOT_HELD = 500;
/** How many courses before and after a code are compared with it. */
const NEIGHBOURS = 10;

type Fact = keyof typeof MAX_VALUES;
/** The most frequent values of each fact. `key` is the normal form, or a contributor's id. */
export type Facts = Record<Fact, (CourseFact & { key: string })[]>;

/** The papers of a course, or their numbers for a course with very many. */
export interface Papers {
  total: number;
  cells: Cell[];
  /** Whether each cell is one paper. */
  isEach: boolean;
}

/** All SQL that reads one course. Courses show a visitor's view to every reader. */
export function createCoursesRepo({ read, engine }: Database) {
  return {
    whole: (key: CourseKey) => wholeCourse(read, key),
    shownAll: (keys: readonly CourseKey[]) => shownCourses(read, keys),
    members: (key: CourseKey) => membersOf(read, key),
    describedOne: (key: CourseKey, university: string) => describedCourse(read, key, university),
    described: (keys: readonly CourseKey[]) => describedCourses(read, engine, keys),

    /** The papers of a course, as `courseGrid` needs them. */
    cells(members: readonly CourseKey[], total: number): Promise<Papers> {
      return total > MAX_PAPERS ? this.counted(members, total) : this.each(members, total);
    },

    async each([first, ...others]: readonly CourseKey[], total: number): Promise<Papers> {
      if (!first) return { total, cells: [], isEach: true };
      const { universityKey } = first;
      const codes = [first, ...others].map(({ codeNorm }) => codeNorm);
      const rows = await read
        .selectFrom("resource")
        .select([
          "resource.id",
          "resource.codeNorm",
          "resource.year",
          "resource.examType",
          "resource.term",
          "resource.set",
          "resource.heldIn",
        ])
        .select(
          sql<number>`(select count(*) from resource as child
            where child."parentId" = resource.id and child.status = 'Approved')`.as("answers"),
        )
        .where(IS_PAPER)
        .where(visible(undefined))
        .where("resource.universityKey", universityKey === "" ? "is" : "=", universityKey || null)
        .where("resource.codeNorm", "in", codes)
        .limit(MAX_PAPERS)
        .execute();
      const cells = rows.map(({ id, codeNorm, year, examType, term, set, heldIn, answers }): Cell => ({
        id,
        codeNorm: codeNorm ?? "",
        year: year ?? 0,
        examType: examType ?? "",
        term: term ?? "",
        set: set ?? "",
        heldIn: heldIn ?? "",
        papers: 1,
        answers: Number(answers),
      }));
      // The order decides nothing but ties, which must not change between two requests.
      return { total, cells: cells.toSorted((one, other) => (one.id! < other.id! ? -1 : 1)), isEach: true };
    },

    async counted(members: readonly CourseKey[], total: number): Promise<Papers> {
      const rows = await read
        .selectFrom("courseCell")
        .select(["codeNorm", "year", "examType", "term"])
        .select((eb) => eb.fn.sum<number>("papers").as("papers"))
        .where(ofCourses("courseCell", members))
        .where("papers", ">", 0)
        .groupBy(["codeNorm", "year", "examType", "term"])
        .orderBy("year", "desc")
        .limit(MAX_CELLS)
        .execute();
      const cells = rows.map((row): Cell => ({ ...row, set: "", heldIn: "", papers: Number(row.papers) }));
      return { total, cells, isEach: false };
    },

    /** The most frequent values of a course's facts. The value of a contributor is the person's name. */
    async facts(members: readonly CourseKey[]): Promise<Facts> {
      type Row = { fact: Fact; key: string; value: string; papers: number };
      const each = members.flatMap(({ universityKey, codeNorm }) =>
        Object.entries(MAX_VALUES).map(([fact, most]) => {
          const values = sql`(select fact, value as key, spelling as value, papers
            from "courseFact" where "universityKey" = ${universityKey} and "codeNorm" = ${codeNorm}
              and fact = ${sql.lit(fact)} and papers > 0
            order by papers desc, "courseFact".value desc limit ${sql.lit(most)}) as most`;
          return fact === "contributor"
            ? sql`select most.fact, most.key, users."displayName" as value, most.papers
                from ${values} join users on users.id = most.key`
            : sql`select * from ${values}`;
        }),
      );
      const { rows } = await sql<Row>`${sql.join(each, sql` union all `)}`.execute(read);
      const facts = Object.fromEntries(Object.keys(MAX_VALUES).map((fact) => [fact, []])) as unknown as Facts;
      for (const { fact, key, value, papers } of rows) {
        const known = facts[fact].find((one) => one.key === key);
        if (known) known.papers += papers;
        else facts[fact].push({ key, value, papers });
      }
      for (const [fact, values] of Object.entries(facts)) {
        values.sort((one, other) => other.papers - one.papers || (one.key > other.key ? -1 : 1));
        values.splice(MAX_VALUES[fact as Fact]);
      }
      return facts;
    },

    /** The number of people with papers in a course, up to a limit. */
    async contributors(members: readonly CourseKey[]): Promise<{ total: number; isMore: boolean }> {
      const each = members.map(
        ({ universityKey, codeNorm }) => sql`select * from (select value from "courseFact"
          where "universityKey" = ${universityKey} and "codeNorm" = ${codeNorm} and fact = 'contributor'
            and papers > 0 limit ${sql.lit(MAX_CONTRIBUTORS + 1)}) as found`,
      );
      const { rows } = await sql<{ n: number }>`select count(distinct value) as n
        from (${sql.join(each, sql` union all `)}) as people`.execute(read);
      const n = Number(rows[0]?.n ?? 0);
      return { total: Math.min(n, MAX_CONTRIBUTORS), isMore: n > MAX_CONTRIBUTORS };
    },

    notHeld: (members: readonly CourseKey[]): Promise<ExamKey[]> =>
      read
        .selectFrom("examNotHeld")
        .select(["year", "examType", "term"])
        .distinct()
        .where(ofCourses("examNotHeld", members))
        .orderBy("year", "desc")
        .orderBy("examType")
        .orderBy("term")
        .limit(MAX_NOT_HELD)
        .execute(),

    async lastMonths(): Promise<Record<string, number>> {
      const rows = await read.selectFrom("termMonth").selectAll().orderBy("term").execute();
      return Object.fromEntries(rows.map(({ term, lastMonth }) => [term, lastMonth]));
    },

    /** Courses that may have been meant: the same code at other universities, then close codes. */
    async near(universityKey: string | undefined, codeNorm: string): Promise<CourseKey[]> {
      const same = sql`select "universityKey", "codeNorm" from (select * from course
        where "codeNorm" = ${codeNorm} and papers > 0 order by "universityKey" limit ${NEIGHBOURS}) as same`;
      const beside = (compare: "<" | ">", order: "asc" | "desc") =>
        universityKey === undefined
          ? sql`select "universityKey", "codeNorm" from (select * from course
              where "codeNorm" ${sql.raw(compare)} ${codeNorm} and papers > 0
              order by "codeNorm" ${sql.raw(order)} limit ${NEIGHBOURS}) as near`
          : sql`select "universityKey", "codeNorm" from (select * from course
              where "universityKey" = ${universityKey} and "codeNorm" ${sql.raw(compare)} ${codeNorm} and papers > 0
              order by "codeNorm" ${sql.raw(order)} limit ${NEIGHBOURS}) as near`;
      const { rows } = await sql<CourseKey>`${same} union all ${beside("<", "desc")}
        union all ${beside(">", "asc")}`.execute(read);
      return rows;
    },
  };
}

export type CoursesRepo = ReturnType<typeof createCoursesRepo>;

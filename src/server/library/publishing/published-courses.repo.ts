import { sql, type SqlBool } from "kysely";
import type { Course, CourseKey } from "../../../shared/courses/courses.ts";
import type { Database } from "../../platform/index.ts";
import { IS_PAPER, membersOf } from "../courses/course-keys.repo.ts";
import { type ResourceRow, visibleRows } from "../items/resource-rows.repo.ts";

/** The data for the address of a course. */
export type CourseAddress = Pick<Course, "university" | "codeNorm">;

/**
 * The courses with their own pages. A merged course is shown on the page of another one, which may have no papers
 * under its own code.
 */
const HAS_PAGE = sql<SqlBool>`not exists (
  select 1 from "courseMerge" as merged
  where merged."universityKey" = course."universityKey" and merged."codeNorm" = course."codeNorm")
  and (course.papers > 0 or exists (
    select 1 from "courseMerge" as merged join course as part
      on part."universityKey" = merged."universityKey" and part."codeNorm" = merged."codeNorm"
    where merged."universityKey" = course."universityKey" and merged."shownCodeNorm" = course."codeNorm"
      and part.papers > 0))`;

export function createPublishedCoursesRepo(db: Database) {
  return {
    async count(): Promise<number> {
      const { count } = await db.read
        .selectFrom("course")
        .select(sql<number | string>`count(*)`.as("count"))
        .where(HAS_PAGE)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Courses in the order of their keys. @param offset the number of courses to skip */
    async list(size: number, offset: number): Promise<CourseAddress[]> {
      const rows = await db.read
        .selectFrom("course")
        .leftJoin("university", "university.id", "course.universityKey")
        .select([
          "course.codeNorm",
          sql<string>`coalesce(university.name, course."universityKey")`.as("university"),
        ])
        .where(HAS_PAGE)
        .orderBy("course.universityKey")
        .orderBy("course.codeNorm")
        .limit(size)
        .offset(offset)
        .execute();
      return rows;
    },

    /** The newest papers of a course and of the courses that were merged into it, newest first. */
    async newest(course: CourseKey, size: number): Promise<ResourceRow[]> {
      // With a limit for each code, an index finds the newest papers also of a course with very many.
      const each = (await membersOf(db.read, course)).map(({ universityKey, codeNorm }) => {
        const university = universityKey === "" ? sql`is null` : sql`= ${universityKey}`;
        return sql`select * from (select id, "createdAt" from resource
          where ${IS_PAPER} and status = 'Approved' and "universityKey" ${university} and "codeNorm" = ${codeNorm}
          order by "createdAt" desc, id desc limit ${sql.lit(size)}) as newest`;
      });
      const { rows } = await sql<{ id: string }>`select id from (${sql.join(each, sql` union all `)}) as found
        order by "createdAt" desc, id desc limit ${sql.lit(size)}`.execute(db.read);
      const ids = rows.map(({ id }) => id);
      return visibleRows(db.read, db.engine, ids, undefined);
    },
  };
}

export type PublishedCoursesRepo = ReturnType<typeof createPublishedCoursesRepo>;

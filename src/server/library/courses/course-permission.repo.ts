import { sql, type SqlBool } from "kysely";
import type { Placed } from "../../../shared/moderating/areas.ts";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { CourseKey } from "../../../shared/courses/courses.ts";
import type { Database } from "../../platform/index.ts";
import { decidable } from "../items/resource-filter.repo.ts";
import { isNotUndone } from "../items/undone.repo.ts";
import { IS_PAPER, ofCourses } from "./course-keys.repo.ts";
import type { DepartmentPapers } from "./course-permission.rules.ts";

/** How many departments of a course are compared, those with the most papers first. */
const MAX_DEPARTMENTS = 100;
/** How many papers one query looks up in the audit trail. */
const MAX_PAPERS = 1_000;

type CourseKeys = readonly [CourseKey, ...CourseKey[]];

/** SQL that finds what lets a moderator decide about a course. It reads only Approved papers. */
export function createCoursePermissionRepo({ read, engine }: Database) {
  const papersOf = ([first, ...others]: CourseKeys) =>
    read
      .selectFrom("resource")
      .where(IS_PAPER)
      .where("resource.status", "=", "Approved")
      .where("resource.universityKey", first.universityKey === "" ? "is" : "=", first.universityKey || null)
      .where(
        "resource.codeNorm",
        "in",
        [first, ...others].map(({ codeNorm }) => codeNorm),
      );

  return {
    /**
     * Counts the papers of a course by department. Papers that this moderator posted and that nobody else approved are
     * subtracted.
     */
    async departments(by: Allowed<"setStatus">, members: CourseKeys): Promise<DepartmentPapers[]> {
      const each = read
        .selectFrom("courseFact")
        .where(ofCourses("courseFact", members))
        .where("fact", "=", "department")
        .groupBy("value")
        .select((eb) => ["value as departmentKey", eb.fn.sum<number>("papers").as("papers")]);
      const isApprovedByOthers = sql<SqlBool>`exists (select 1 from audit where audit."targetId" = own.id
        and (audit.action = 'approveChange'
          or (audit.action in ('setStatus', 'checkItem') and audit.details like '%"status":"Approved"%'))
        and (audit."actorId" is null or audit."actorId" <> ${by.id}) and ${isNotUndone(engine, "audit")})`;
      const own = papersOf(members)
        .where("resource.uploaderId", "=", by.id)
        .select(["resource.id", "resource.departmentKey"])
        .limit(MAX_PAPERS);
      const [named, all, unapproved] = await Promise.all([
        each.orderBy("papers", "desc").limit(MAX_DEPARTMENTS).execute(),
        read
          .selectFrom("course")
          .where(ofCourses("course", members))
          .select((eb) => eb.fn.sum<number>("papers").as("papers"))
          .executeTakeFirst(),
        read
          .selectFrom(own.as("own"))
          .where(sql<SqlBool>`not ${isApprovedByOthers}`)
          .groupBy("own.departmentKey")
          .select((eb) => ["own.departmentKey", eb.fn.countAll<number>().as("papers")])
          .execute(),
      ]);
      const counted = named.map((row) => ({ ...row, papers: Number(row.papers) }));
      const without = counted.reduce((rest, { papers }) => rest - papers, Number(all?.papers ?? 0));
      return [
        ...counted,
        { departmentKey: null, papers: without },
        ...unapproved.map(({ departmentKey, papers }) => ({ departmentKey, papers: -Number(papers) })),
      ];
    },

    /**
     * Finds a paper of the course in the moderator's areas that other people posted and approved: the audit trail has no
     * entry of this moderator about it, and it is not one that trust published and nobody has checked.
     * @returns its place
     */
    async placeOfOthers(by: Allowed<"setStatus">, members: CourseKeys): Promise<Placed | undefined> {
      const others = papersOf(members).where(decidable(by)).select(["resource.id", "resource.departmentKey"]);
      const found = await read
        .selectFrom(others.limit(MAX_PAPERS).as("paper"))
        .select("paper.departmentKey as areaDepartment")
        .where(
          sql<SqlBool>`not exists (select 1 from audit
            where audit."targetId" = paper.id and audit."actorId" = ${by.id})`,
        )
        .where(
          sql<SqlBool>`not exists (select 1 from "trustedItem"
            where "trustedItem"."resourceId" = paper.id and "trustedItem"."checkedAt" is null)`,
        )
        .limit(1)
        .executeTakeFirst();
      return found && { areaUniversity: members[0].universityKey || null, ...found };
    },
  };
}

export type CoursePermissionRepo = ReturnType<typeof createCoursePermissionRepo>;

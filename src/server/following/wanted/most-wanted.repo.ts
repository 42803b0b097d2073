import { type RawBuilder, sql } from "kysely";
import { MAX_WANTED } from "../../../shared/courses/wanted.ts";
import type { Query, WantedPaperTable } from "../../platform/index.ts";
import { hasRow, isShown } from "./wanted-sql.repo.ts";

/** A department is the normal form of its name. */
export interface WantedFilter {
  universityKey?: string | undefined;
  departmentKey?: string | undefined;
}

/** The visible missing papers that most people want, as a query of `wanted`. */
export async function mostWanted(db: Query, filter: WantedFilter) {
  const { universityKey, departmentKey } = filter;
  const isSmall = departmentKey !== undefined && (await countCourses(db, filter)) <= MAX_WANTED;
  const missing = isSmall ? ofDepartment(universityKey, departmentKey) : most(universityKey);
  const shown = db.selectFrom(sql<WantedPaperTable>`(${missing})`.as("wanted")).where(isShown);
  return departmentKey === undefined || isSmall ? shown : shown.where(isInDepartment(departmentKey));
}

const LIMITED = sql`order by requests desc, year desc limit ${sql.lit(MAX_WANTED)}`;

/** An index finds the most wanted papers, and other conditions are checked only on these. */
const most = (universityKey: string | undefined): RawBuilder<unknown> =>
  universityKey === undefined
    ? sql`select * from "wantedPaper" where "isOpen" = 1 ${LIMITED}`
    : sql`select * from "wantedPaper" where "isOpen" = 1 and "universityKey" = ${universityKey} ${LIMITED}`;

const isInDepartment = (key: string) =>
  hasRow(
    "wanted",
    "courseFact",
    "fact",
    sql`fact.papers > 0 and fact.fact = 'department' and fact.value = ${key}`,
  );

const ofUniversity = (universityKey: string | undefined): RawBuilder<unknown> =>
  universityKey === undefined ? sql`` : sql`and place."universityKey" = ${universityKey}`;

/** The universities of a department. */
const places = (universityKey: string | undefined, departmentKey: string): RawBuilder<unknown> =>
  sql`place."departmentKey" = ${departmentKey} and place.courses > 0 ${ofUniversity(universityKey)}`;

async function countCourses(db: Query, { universityKey, departmentKey = "" }: WantedFilter): Promise<number> {
  const { rows } = await sql<{ courses: number | null }>`select sum(place.courses) as courses
    from "courseCount" as place where ${places(universityKey, departmentKey)}`.execute(db);
  return Number(rows[0]?.courses ?? 0);
}

/**
 * The missing papers of the courses of a department with few courses, which would rarely be among the most wanted papers
 * of the archive. SQLite reads the tables of a `cross join` in their order.
 */
const ofDepartment = (universityKey: string | undefined, departmentKey: string): RawBuilder<unknown> =>
  sql`select wanted.* from (
      select distinct fact."universityKey", coalesce(merge."shownCodeNorm", fact."codeNorm") as "codeNorm"
      from "courseCount" as place cross join "courseFact" as fact
        left join "courseMerge" as merge on merge."universityKey" = fact."universityKey"
          and merge."codeNorm" = fact."codeNorm"
      where ${places(universityKey, departmentKey)} and fact."universityKey" = place."universityKey"
        and fact.fact = 'department' and fact.value = ${departmentKey} and fact.papers > 0) as own
    cross join "wantedPaper" as wanted
    where wanted."universityKey" = own."universityKey" and wanted."codeNorm" = own."codeNorm"
      and wanted."isOpen" = 1 ${LIMITED}`;

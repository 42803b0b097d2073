import { type RawBuilder, sql } from "kysely";
import { MAX_WANTED } from "../../../shared/courses/wanted.ts";
import type { Query, WantedPaperTable } from "../../platform/index.ts";
import { hasRow, isShown } from "./wanted-sql.repo.ts";

export interface WantedFilter {
  universityKey?: string | undefined;
  /** The normal forms of at least one department. */
  departmentKeys?: readonly string[] | undefined;
}

/** The visible missing papers that most people want, as a query of `wanted`. */
export async function mostWanted(db: Query, filter: WantedFilter) {
  const { universityKey, departmentKeys } = filter;
  const isSmall = departmentKeys !== undefined && (await countCourses(db, filter)) <= MAX_WANTED;
  const missing = isSmall ? ofDepartments(universityKey, departmentKeys) : most(universityKey);
  const shown = db.selectFrom(sql<WantedPaperTable>`(${missing})`.as("wanted")).where(isShown);
  return departmentKeys === undefined || isSmall ? shown : shown.where(isInDepartment(departmentKeys));
}

const LIMITED = sql`order by requests desc, year desc limit ${sql.lit(MAX_WANTED)}`;

/** An index finds the most wanted papers, and other conditions are checked only on these. */
const most = (universityKey: string | undefined): RawBuilder<unknown> =>
  universityKey === undefined
    ? sql`select * from "wantedPaper" where "isOpen" = 1 ${LIMITED}`
    : sql`select * from "wantedPaper" where "isOpen" = 1 and "universityKey" = ${universityKey} ${LIMITED}`;

const isInDepartment = (keys: readonly string[]) =>
  hasRow(
    "wanted",
    "courseFact",
    "fact",
    sql`fact.papers > 0 and fact.fact = 'department' and fact.value in (${sql.join(keys)})`,
  );

const ofUniversity = (universityKey: string | undefined): RawBuilder<unknown> =>
  universityKey === undefined ? sql`` : sql`and place."universityKey" = ${universityKey}`;

/** Finds the universities of departments. */
const places = (universityKey: string | undefined, keys: readonly string[]): RawBuilder<unknown> =>
  sql`place."departmentKey" in (${sql.join(keys)}) and place.courses > 0 ${ofUniversity(universityKey)}`;

async function countCourses(
  db: Query,
  { universityKey, departmentKeys = [] }: WantedFilter,
): Promise<number> {
  const { rows } = await sql<{ courses: number | null }>`select sum(place.courses) as courses
    from "courseCount" as place where ${places(universityKey, departmentKeys)}`.execute(db);
  return Number(rows[0]?.courses ?? 0);
}

/**
 * Finds the missing papers of the courses of departments with few courses, which would rarely be among the most wanted papers
 * of the archive. SQLite reads the tables of a `cross join` in their order.
 */
const ofDepartments = (universityKey: string | undefined, keys: readonly string[]): RawBuilder<unknown> =>
  sql`select wanted.* from (
      select distinct fact."universityKey", coalesce(merge."shownCodeNorm", fact."codeNorm") as "codeNorm"
      from "courseCount" as place cross join "courseFact" as fact
        left join "courseMerge" as merge on merge."universityKey" = fact."universityKey"
          and merge."codeNorm" = fact."codeNorm"
      where ${places(universityKey, keys)} and fact."universityKey" = place."universityKey"
        and fact.fact = 'department' and fact.value in (${sql.join(keys)}) and fact.papers > 0) as own
    cross join "wantedPaper" as wanted
    where wanted."universityKey" = own."universityKey" and wanted."codeNorm" = own."codeNorm"
      and wanted."isOpen" = 1 ${LIMITED}`;

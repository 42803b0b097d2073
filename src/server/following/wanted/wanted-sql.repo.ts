import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { CourseKey, ExamKey } from "../../../shared/courses/courses.ts";

type Condition = RawBuilder<SqlBool>;

/** A missing paper: the course and the exam. */
export type WantedKey = CourseKey & ExamKey;

/** The rows of a table about one course. */
export const ofCourse = ({ universityKey, codeNorm }: CourseKey): Condition =>
  sql<SqlBool>`("universityKey" = ${universityKey} and "codeNorm" = ${codeNorm})`;

/** The rows of a table about one exam. */
export const ofExam = (exam: WantedKey): Condition =>
  sql<SqlBool>`(${ofCourse(exam)} and year = ${exam.year} and "examType" = ${exam.examType}
    and term = ${exam.term})`;

/** The codes of the papers of a course: its own, and those of courses that were merged into it. */
export const codesOf = (universityKey: RawBuilder<unknown>, code: RawBuilder<unknown>) =>
  sql`(select ${code} as "codeNorm" union all select gone."codeNorm" from "courseMerge" as gone
    where gone."universityKey" = ${universityKey} and gone."shownCodeNorm" = ${code})`;

/**
 * Whether a table has a row about the course of an exam, or about a course that was merged into it. For each of these
 * codes, a query of its own searches the table: for a join, PostgreSQL may begin with all rows of the university.
 * @param exam the table with the columns of an exam
 * @param table a table about courses
 * @param name the name of `table` in `condition`
 */
export function hasRow(exam: string, table: string, name: string, condition: Condition): Condition {
  const key = sql.ref(`${exam}.universityKey`);
  return sql<SqlBool>`exists (select 1 from ${codesOf(key, sql.ref(`${exam}.codeNorm`))} as own
    where (select 1 from ${sql.table(table)} as ${sql.ref(name)}
      where ${sql.ref(`${name}.universityKey`)} = ${key} and ${sql.ref(`${name}.codeNorm`)} = own."codeNorm"
        and ${condition} limit 1) = 1)`;
}

/** The cells with papers of an exam's year and type, in any term. */
const ofYearAndType = (exam: string): Condition =>
  sql<SqlBool>`cell.papers > 0 and cell.year = ${sql.ref(`${exam}.year`)}
    and cell."examType" = ${sql.ref(`${exam}.examType`)}`;

/**
 * Whether the paper of an exam is missing, as the triggers of migration 202611261000 decide.
 * @param exam the table with the columns of an exam
 */
export const isMissing = (exam: string): Condition => {
  const term = sql.ref(`${exam}.term`);
  const ofTerm = sql<SqlBool>`${ofYearAndType(exam)} and (${term} = '' or cell.term in ('', ${term}))`;
  return sql<SqlBool>`not ${hasRow(exam, "courseCell", "cell", ofTerm)}`;
};

const hasPaper = hasRow("wanted", "courseCell", "cell", ofYearAndType("wanted"));

const wasNotHeld = hasRow(
  "wanted",
  "examNotHeld",
  "off",
  sql`off.year = wanted.year and off."examType" = wanted."examType"
    and (off.term = wanted.term or (off.term = '' and not ${hasPaper}))`,
);

/**
 * The missing papers that visitors see, on the table `wanted`: their course has a visible paper, so that the title
 * of a hidden one never appears, and no moderator recorded that the exam was not held.
 */
export const isShown = sql<SqlBool>`(wanted."isOpen" = 1
  and ${hasRow("wanted", "course", "shown", sql`shown.papers > 0`)} and not ${wasNotHeld})`;

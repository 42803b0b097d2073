import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { CourseKey, ExamKey } from "../../../shared/courses.ts";

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
  sql`(select ${code} union all select gone."codeNorm" from "courseMerge" as gone
    where gone."universityKey" = ${universityKey} and gone."shownCodeNorm" = ${code})`;

/**
 * Whether the paper of an exam is missing, as the triggers of migration 202611261000 decide.
 * @param exam the table with the columns of an exam
 */
export const isMissing = (exam: string): Condition => {
  const of = (column: string) => sql.ref(`${exam}.${column}`);
  return sql<SqlBool>`not exists (select 1 from "courseCell" as cell where cell.papers > 0
    and cell."universityKey" = ${of("universityKey")} and cell.year = ${of("year")}
    and cell."examType" = ${of("examType")} and (${of("term")} = '' or cell.term in ('', ${of("term")}))
    and cell."codeNorm" in ${codesOf(of("universityKey"), of("codeNorm"))})`;
};

export const KEY = sql.ref("wanted.universityKey");
export const CODES = codesOf(KEY, sql.ref("wanted.codeNorm"));

/**
 * The missing papers that visitors see, on the table `wanted`: their course has a visible paper, so that the title
 * of a hidden one never appears, and no moderator recorded that the exam was not held.
 */
export const isShown = sql<SqlBool>`(wanted."isOpen" = 1
  and exists (select 1 from course where course.papers > 0 and course."universityKey" = ${KEY}
    and course."codeNorm" in ${CODES})
  and not exists (select 1 from "examNotHeld" as off where off."universityKey" = ${KEY}
    and off."codeNorm" in ${CODES} and off.year = wanted.year and off."examType" = wanted."examType"
    and (off.term = wanted.term or (off.term = '' and not exists (select 1 from "courseCell" as cell
      where cell."universityKey" = ${KEY} and cell."codeNorm" in ${CODES} and cell.year = wanted.year
        and cell."examType" = wanted."examType" and cell.papers > 0)))))`;

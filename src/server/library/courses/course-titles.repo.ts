import { type CourseKey, courseKeyText } from "../../../shared/courses/courses.ts";
import { universityNameKey } from "../../../shared/courses/universities.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import { type Database, pairsOf } from "../../platform/index.ts";
import { universitiesNamed } from "../universities/university-names.repo.ts";

/** How many courses one call looks up. A batch has at most 500 papers. */
const MOST = 1_000;

/** A course as a paper names it: any name of its university, and any spelling of its code. */
export interface PrintedCourse {
  university: string;
  code: string;
}

/** The title of a course in the archive. */
export interface CourseTitle {
  title: string;
  /** Whether an admin gave the title, or all papers of the course have it. */
  isOnly: boolean;
}

export type TitleOf = (course: PrintedCourse) => CourseTitle | undefined;

const textOf = ({ university, code }: PrintedCourse): string =>
  `${universityNameKey(university)} ${normalizeCode(code)}`;

/** The titles of courses, for papers that print only a code. They come from public papers, and from admins. */
export const createCourseTitles = (db: Database) => ({
  /**
   * Looks up the titles of courses.
   * @param courses at most 1,000; others are left out
   * @returns a function that finds the title of one of these courses; undefined for a course that the archive doesn't
   * know
   */
  lookUp: (courses: readonly PrintedCourse[]): Promise<TitleOf> => lookUp(db, courses),
});

export type CourseTitles = ReturnType<typeof createCourseTitles>;

async function lookUp({ read, engine }: Database, courses: readonly PrintedCourse[]): Promise<TitleOf> {
  const asked = [...new Map(courses.map((course) => [textOf(course), course])).values()].slice(0, MOST);
  if (asked.length === 0) return () => undefined;
  const universities = await universitiesNamed(
    read,
    engine,
    asked.map(({ university }) => university),
  );
  const keyOf = ({ university, code }: PrintedCourse): CourseKey | undefined => {
    const found = universities.get(universityNameKey(university));
    return found && { universityKey: found.id, codeNorm: normalizeCode(code) };
  };
  const keys = asked.flatMap((course) => keyOf(course) ?? []);
  const pairs = pairsOf(
    engine,
    keys.map(({ universityKey, codeNorm }) => [universityKey, codeNorm] as const),
  );
  const [given, printed] = await Promise.all([
    read
      .selectFrom(pairs)
      .innerJoin("courseName", (join) =>
        join.onRef("universityKey", "=", "given.key").onRef("codeNorm", "=", "given.value"),
      )
      .select(["universityKey", "codeNorm", "title"])
      .execute(),
    read
      .selectFrom(pairs)
      .innerJoin("courseFact", (join) =>
        join.onRef("universityKey", "=", "given.key").onRef("codeNorm", "=", "given.value"),
      )
      .select(["universityKey", "codeNorm", "spelling as title"])
      .where("fact", "=", "title")
      .where("papers", ">", 0)
      .orderBy("papers", "desc")
      .orderBy("courseFact.value")
      .execute(),
  ]);
  const givenTitles = new Map(given.map((row) => [courseKeyText(row), row.title]));
  const printedTitles = Map.groupBy(printed, courseKeyText);
  return (course) => {
    const key = keyOf(course);
    if (!key) return undefined;
    const title = givenTitles.get(courseKeyText(key));
    if (title) return { title, isOnly: true };
    const [first, ...others] = printedTitles.get(courseKeyText(key)) ?? [];
    return first && { title: first.title, isOnly: others.length === 0 };
  };
}

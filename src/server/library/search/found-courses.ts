import { type CourseKey, courseKeyText } from "../../../shared/courses/courses.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Matches } from "./find-matches.ts";

export interface FoundCourses {
  /** At most six courses, the best match first. */
  keys: CourseKey[];
  /** True if the query names only the first one. */
  isOne: boolean;
}

const MAX = 6;
/** The number of matches that are compared. */
const COMPARED = 200;

/** Returns the key of an item's course. */
export const courseKeyOf = (codeNorm: string, university: string | null): CourseKey => ({
  universityKey: university ? facets.university.fold(university) : "",
  codeNorm,
});

/** The courses that the words of a query name: each word is in the title, or the code is the same. */
export function foundCourses({ best, parts, dropped }: Matches): FoundCourses {
  const kept = parts.filter((part) => !dropped.includes(part));
  const names = kept.flatMap((part, at) => (part.fact ? [] : [{ part, at }]));
  const found = new Map<string, { key: CourseKey; isWhole: boolean }>();
  for (const { item, score } of names.length > 0 ? best.slice(0, COMPARED) : []) {
    const { code, university } = item;
    if (!code || kindNamed(item.kind).parent || kindNamed(item.kind).fields["code"]?.column !== "code")
      continue;
    const isNamed = names.every(({ part, at }) =>
      part.code
        ? part.code.toUpperCase() === code
        : score.by[at] !== undefined || part.begun?.includes(code.toLowerCase()),
    );
    if (!isNamed) continue;
    const key = courseKeyOf(code, university);
    if (!found.has(courseKeyText(key))) found.set(courseKeyText(key), { key, isWhole: score.isWhole });
    if (found.size === MAX) break;
  }
  const all = [...found.values()];
  // Papers without a university most probably belong to the course with the same code.
  const named = all.filter(
    ({ key }) =>
      key.universityKey !== "" ||
      all.every((other) => other.key === key || other.key.codeNorm !== key.codeNorm),
  );
  const [first, second] = named;
  const isOne = first !== undefined && (second === undefined || (first.isWhole && !second.isWhole));
  return { keys: named.map(({ key }) => key), isOne };
}

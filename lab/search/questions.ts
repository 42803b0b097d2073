import { seeded } from "../../scripts/lib/seeded.ts";
import type { GeneratedCourse, GeneratedItem } from "../../tests/support/archive/generate-archive.ts";
import { type Asked, isHeldOut, queryClasses } from "./query-classes.ts";
import {
  banglaClasses,
  everydayClass,
  hostileClass,
  missingYearClass,
  type Paper,
  sentenceClasses,
} from "./sentences.ts";

export interface Known {
  id: string;
  item: GeneratedItem;
}

export interface QuestionOptions {
  /** Takes the half of the courses that nobody tunes on. */
  isHeld: boolean;
  /** The number of queries of each class. */
  sample: number;
  sentenceCourses: number;
  /** A part of the names of the classes. */
  only: string;
}

/** Returns the queries that each searcher gets, by class. */
export function questions(
  courses: readonly GeneratedCourse[],
  visible: readonly Known[],
  { isHeld, sample, sentenceCourses, only }: QuestionOptions,
): Map<string, Asked[]> {
  const papers = new Map<GeneratedCourse, Paper[]>();
  for (const { item } of visible) {
    const { year, term } = item.fields;
    if (item.kind === "question" && year)
      papers.set(item.course, [...(papers.get(item.course) ?? []), { year, term }]);
  }
  // A search can't find courses without a visible item.
  const half = courses.filter((course) => papers.has(course) && isHeldOut(course) === isHeld);
  const sampled = <T>(all: readonly T[], most: number): T[] => {
    const step = Math.max(1, all.length / most);
    return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  };
  const single = Object.entries(queryClasses).map(([name, ask], at): [string, Asked[]] => {
    const random = seeded(1_000 + at);
    const yearsOf = (course: GeneratedCourse) => (papers.get(course) ?? []).map(({ year }) => year);
    return [
      name,
      sampled(
        half.flatMap((course) => ask(course, random, yearsOf(course)) ?? []),
        sample,
      ),
    ];
  });
  const some = sampled(half, sentenceCourses);
  const all: [string, Asked[]][] = [
    ...single,
    ["title and an everyday word", everydayClass(half, isHeld)],
    ["title and a missing year", sampled(missingYearClass(half, papers), sample)],
    ...sentenceClasses(some, papers, isHeld),
    ...banglaClasses(isHeld),
    ["hostile", hostileClass(half)],
  ];
  return new Map(all.filter(([name]) => name.includes(only)));
}

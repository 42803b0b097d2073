import { type Grid, hasPaper, type Place } from "../../../shared/courses/courses.ts";

/** One exam of a course with its paper, or the gap that people can ask for. */
export interface Exam {
  year: number;
  examType: string;
  place: Place;
}

const FINAL = "final";
const isThere = ({ place }: Exam): boolean => hasPaper(place);
const isGap = ({ place: { state } }: Exam): boolean => state === "gap";

/**
 * The two exams of a course that the home page shows: the newest final, and the newest other exam. If the paper of the
 * newest final is missing, the final before it is the second one.
 */
export function newestExams({ exams, rows, undated }: Grid): Exam[] {
  const all = rows.flatMap(({ year, places }) =>
    places
      .map((each, at) => ({ year, examType: exams[at]?.examType ?? "", place: shownOf(each) }))
      .filter((exam): exam is Exam => exam.place !== undefined)
      // The final and the mid-term come after the class tests of their year.
      .toReversed(),
  );
  const isFinal = ({ examType }: Exam) => examType === FINAL;
  const first = all.find(isFinal) ?? all.find(isThere) ?? all[0];
  if (!first) return undated.slice(0, 1).map((place) => ({ year: 0, examType: "", place }));
  const rest = all.filter((exam) => exam !== first);
  const wantsFinal = isGap(first);
  const second =
    rest.find((exam) => isThere(exam) && isFinal(exam) === wantsFinal) ?? rest.find(isThere) ?? rest[0];
  return second ? [first, second] : [first];
}

/** The paper of an exam, or else its gap. The later term comes last. */
function shownOf(places: readonly Place[]): Place | undefined {
  const papers = places.filter(hasPaper);
  const { term } = papers.at(-1) ?? {};
  return papers.find((place) => place.term === term) ?? places.findLast(({ state }) => state === "gap");
}

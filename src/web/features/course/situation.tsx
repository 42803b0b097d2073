import type { Course, Grid } from "../../../shared/courses/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { havePath } from "../../../shared/courses/wanted.ts";
import { useMessages } from "../../ui/messages.ts";
import { yearId } from "./course-grid.tsx";
import { useExamWords } from "./exam-words.ts";

/** How many papers are here and missing, and a link to the one that most people want. */
export function Situation({ papers, missing, mostWanted }: Grid) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { nameOf } = useExamWords();
  return (
    <p className="course-situation">
      {words.situation(papers, missing)}
      {mostWanted && (
        <>
          {" "}
          {words.wantedMost} <a href={`#${yearId(mostWanted.year)}`}>{nameOf(mostWanted)}</a>
        </>
      )}
    </p>
  );
}

/** The newest final, above the table on a phone. */
export function LastFinal({ rows, lastFinal }: Pick<Grid, "rows" | "lastFinal">) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { nameOf } = useExamWords();
  const [found] = rows.flatMap(({ year, places }) =>
    places
      .flat()
      .flatMap((place) => (place.state === "paper" && place.id === lastFinal ? [{ year, place }] : [])),
  );
  if (!found) return null;
  const { year, place } = found;
  return (
    <a className="course-newest" href={`${kindNamed("question").pages.details}/${place.id}`}>
      <b>{nameOf({ ...place, year, examType: "final" })}</b> <span>{words.someAnswers(place.answers)}</span>
      <small>{words.lastFinal}</small>
    </a>
  );
}

/** Asks the reader for the paper that most people want. */
export function WantedPaper({ course, mostWanted }: { course: Course } & Pick<Grid, "mostWanted">) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { nameOf } = useExamWords();
  if (!mostWanted) return null;
  return (
    <section className="course-wanted" aria-labelledby="most-wanted">
      <h2 id="most-wanted">{words.doYouHave(nameOf(mostWanted))}</h2>
      <p>{words.waiting(mostWanted.wanted)}</p>
      <a className="button quiet" href={havePath(course, mostWanted)} rel="nofollow">
        {words.addFile}
      </a>
    </section>
  );
}

import type { Grid } from "../../../shared/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";
import { yearId } from "./course-grid.tsx";
import { useExamWords } from "./exam-words.ts";

/** How many papers are here and missing, and a link to the one that most people want. */
export function Situation({ papers, missing, mostWanted }: Grid) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { examOf, termOf } = useExamWords();
  return (
    <p className="course-situation">
      {words.situation(papers, missing)}
      {mostWanted && (
        <>
          {" "}
          {words.wantedMost}{" "}
          <a href={`#${yearId(mostWanted.year)}`}>
            {words.exam(examOf(mostWanted.examType), termOf(mostWanted.term), String(mostWanted.year), "")}
          </a>
        </>
      )}
    </p>
  );
}

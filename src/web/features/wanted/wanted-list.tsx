import { coursePath } from "../../../shared/courses.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { examValue, havePath, type WantedPaper, wantedPath } from "../../../shared/wanted.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { courseTitle, useExamName } from "./course-names.ts";

export interface WantedListProps {
  /** The accessible name of the list. */
  label: string;
  papers: readonly (WantedPaper & { path?: string | undefined })[];
  /** The address of this page, to return to. */
  back: string;
}

/** Missing papers with their courses, counts and actions. The buttons need no script. */
export function WantedList({ label, papers, back }: WantedListProps) {
  const words = useMessages(wantedMessages);
  const nameOf = useExamName();
  return (
    <ul className="wanted-list" aria-label={label}>
      {papers.map((paper) => {
        const { course, wanted, isMine, path } = paper;
        const exam = nameOf(paper);
        const about = (
          <span className="visually-hidden">{words.about(`${courseTitle(course)}, ${exam}`)}</span>
        );
        return (
          <li key={coursePath(course) + examValue(paper)}>
            <p>
              <a href={coursePath(course)} lang={langOf(course.title)}>
                {courseTitle(course)}
              </a>{" "}
              <b>{exam}</b>
              <small lang={langOf(course.university)}>{course.university}</small>
            </p>
            <p className="wanted-count">
              {path ? words.here : isMine ? words.mine(wanted - 1) : words.want(wanted)}
            </p>
            <form className="wanted-acts" method="post" action={wantedPath(course)}>
              <input type="hidden" name="back" value={back} />
              {path && (
                <a href={path}>
                  {words.open}
                  {about}
                </a>
              )}
              {(isMine || !path) && (
                <button name={isMine ? "takeBack" : "ask"} value={examValue(paper)}>
                  {isMine ? words.takeBack : words.ask}
                  {about}
                </button>
              )}
              {!path && (
                <a href={havePath(course, paper)} rel="nofollow">
                  {words.have}
                  {about}
                </a>
              )}
            </form>
          </li>
        );
      })}
    </ul>
  );
}

import { coursePath } from "../../../shared/courses.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { examValue, havePath, type WantedPaper } from "../../../shared/wanted.ts";
import { langOf } from "../../items/item-names.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { courseTitle, useExamName } from "./course-names.ts";

/** A few missing papers that the reader may have, with the number of people who want each. */
export function WantedCards({ papers, count }: { papers: readonly WantedPaper[]; count: number }) {
  const { have, about } = useMessages(wantedMessages);
  const { wanted: words } = useMessages(welcomeMessages);
  const locale = useLocale();
  const nameOf = useExamName();
  if (papers.length === 0) return null;
  return (
    <section>
      <div className="wanted-head">
        <h2>{words.title}</h2>
        <a href="/wanted">
          {words.all(count)}
          <span className="visually-hidden">{words.about}</span>
        </a>
      </div>
      <ul className="wanted-cards">
        {papers.map((paper) => {
          const { course, wanted } = paper;
          const exam = nameOf(paper);
          return (
            <li key={coursePath(course) + examValue(paper)}>
              <p className="wanted-stub">
                <b>{wanted.toLocaleString(locale)}</b> {words.want(wanted)}
              </p>
              <div>
                <h3>{exam}</h3>
                <p lang={langOf(course.title)}>
                  <a href={coursePath(course)}>{course.code}</a> {course.title}
                </p>
                {course.university && <small lang={langOf(course.university)}>{course.university}</small>}
                <a href={havePath(course, paper)} rel="nofollow">
                  {have}
                  <span className="visually-hidden">{about(`${courseTitle(course)}, ${exam}`)}</span>
                </a>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

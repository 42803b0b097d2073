import { coursePath } from "../../../shared/courses.ts";
import { facets } from "../../../shared/facets.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { examValue, havePath, type WantedPaper, wantedPath } from "../../../shared/wanted.ts";
import { useExamTitle } from "../../items/fact-words.ts";
import { langOf } from "../../items/item-names.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { BandHead } from "./band-head.tsx";

export interface WantedPapersProps {
  papers: readonly WantedPaper[];
  /** The number of all wanted papers. */
  count: number;
}

/** The missing papers that most people want. The buttons need no script, and a visitor logs in first. */
export function WantedPapers({ papers, count }: WantedPapersProps) {
  const { home } = useMessages();
  const words = useMessages(wantedMessages);
  const nameOf = useExamTitle();
  const { options: terms } = facets.term.words[useLocale()];
  return (
    <section aria-labelledby="wanted">
      <BandHead id="wanted" title={home.wanted}>
        <a href="/wanted">{home.all(count)}</a>
      </BandHead>
      <ul className="home-wanted">
        {papers.map((paper) => {
          const { course, wanted, examType, term, year } = paper;
          const exam = nameOf({ kind: "question", fields: { examType, year: String(year) } });
          const termName = terms?.[term] ?? term;
          const about = (
            <span className="visually-hidden">
              {words.about(`${course.code} ${course.title}, ${exam} ${termName}`.trim())}
            </span>
          );
          return (
            <li key={coursePath(course) + examValue(paper)}>
              <p className="home-stub">
                <b>{wanted.toLocaleString("en")}</b> <small>{home.wantIt(wanted)}</small>
              </p>
              <form method="post" action={wantedPath(course)}>
                <input type="hidden" name="back" value="/" />
                <b className="home-exam">{exam}</b> {term && <small>{termName}</small>}
                <p className="home-about">
                  <a href={coursePath(course)}>
                    <b>{course.code}</b> <span lang={langOf(course.title)}>{course.title}</span>
                  </a>
                </p>
                <p className="home-acts">
                  <a href={havePath(course, paper)} rel="nofollow">
                    {words.have}
                    {about}
                  </a>
                  <button name="ask" value={examValue(paper)}>
                    {home.askToo}
                    {about}
                  </button>
                </p>
              </form>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

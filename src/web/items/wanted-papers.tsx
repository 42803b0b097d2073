import { coursePath } from "../../shared/courses/courses.ts";
import { wantedMessages } from "../../shared/messages/en-wanted.ts";
import { examValue, havePath, type WantedPaper, wantedPath } from "../../shared/courses/wanted.ts";
import { useLocale, useMessages } from "../ui/messages.ts";
import { courseTitle, useExamName } from "./course-names.ts";
import { langOf } from "./item-names.ts";

export interface WantedPapersProps {
  /** Missing papers. A paper that is here now has its address as `path`. */
  papers: readonly (WantedPaper & { path?: string | undefined })[];
  /** The address of this page, to which people return after they ask. Without it, the cards have no button. */
  back?: string;
  /** The accessible name of the list, if no heading names it. */
  label?: string;
}

/** Missing papers with the number of people who want each, as cards. */
export function WantedPapers({ papers, back, label }: WantedPapersProps) {
  return (
    <ul className="item-wanted-list" aria-label={label}>
      {papers.map((paper) => (
        <WantedCard key={coursePath(paper.course) + examValue(paper)} paper={paper} back={back} />
      ))}
    </ul>
  );
}

interface WantedCardProps {
  paper: WantedPapersProps["papers"][number];
  back: string | undefined;
}

/** A missing paper with its actions. The button needs no script, and a visitor logs in first. */
function WantedCard({ paper, back }: WantedCardProps) {
  const { course, wanted, isMine, path } = paper;
  const words = useMessages(wantedMessages);
  const locale = useLocale();
  const exam = useExamName()(paper);
  const about = <span className="visually-hidden">{words.about(`${courseTitle(course)}, ${exam}`)}</span>;
  const status = path ? words.here : isMine && words.mine(wanted - 1);
  return (
    <li className="item-wanted">
      {!path && (
        <p className="item-wanted-stub">
          <b>{wanted.toLocaleString(locale)}</b> <small>{words.want(wanted)}</small>
        </p>
      )}
      <div>
        <b className="item-wanted-exam">{exam}</b>
        <p>
          <a href={coursePath(course)}>
            <b>{course.code}</b> <span lang={langOf(course.title)}>{course.title}</span>
          </a>
        </p>
        {course.university && <small lang={langOf(course.university)}>{course.university}</small>}
        {status && <p>{status}</p>}
        <div className="item-wanted-acts">
          {path ? (
            <a href={path}>
              {words.open}
              {about}
            </a>
          ) : (
            <a href={havePath(course, paper)} rel="nofollow">
              {words.have}
              {about}
            </a>
          )}
          {back && (isMine || !path) && (
            <form method="post" action={wantedPath(course)}>
              <input type="hidden" name="back" value={back} />
              <button name={isMine ? "takeBack" : "ask"} value={examValue(paper)}>
                {isMine ? words.takeBack : wanted > 0 ? words.askToo : words.ask}
                {about}
              </button>
            </form>
          )}
        </div>
      </div>
    </li>
  );
}

/** A link to all wanted papers. */
export function AllWanted({ count }: { count: number }) {
  const { all, allPapers } = useMessages(wantedMessages);
  return (
    <a href="/wanted">
      {all(count)}
      <span className="visually-hidden">{allPapers}</span>
    </a>
  );
}

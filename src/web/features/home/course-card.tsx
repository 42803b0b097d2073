import { type Course, coursePath, type Grid, hasPaper } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { examValue, wantedPath } from "../../../shared/courses/wanted.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { papersHref } from "../../addresses/papers-href.ts";
import { useExamTitle } from "../../items/fact-words.ts";
import { langOf } from "../../items/item-names.ts";
import type { KeptCourse } from "../../page/kept-courses.ts";
import { useMessages } from "../../ui/messages.ts";
import { type Exam, newestExams } from "./newest-exams.ts";

export interface CourseCardProps {
  course: Course;
  grid: Grid;
  /** The address of the course that the browser had stored. */
  asked: string;
}

/** A course with its newest final and its newest other exam. */
export function CourseCard({ course, grid, asked }: CourseCardProps) {
  const exams = newestExams(grid);
  const { code, title } = course;
  const kept: KeptCourse = { path: coursePath(course), code, title };
  return (
    <li className="home-course" data-asked={asked} data-course={JSON.stringify(kept)}>
      <a className="home-course-name" href={kept.path}>
        <span>
          <b>{code}</b> <span lang={langOf(title)}>{title}</span>
        </span>
      </a>
      <div className="home-tiles">
        {exams.map((exam, at) => (
          <Tile key={at} {...exam} course={course} isFirst={at === 0} />
        ))}
      </div>
    </li>
  );
}

/** A paper, or the button that asks for it. It needs no script, and a visitor logs in first. */
function Tile({ course, year, examType, place, isFirst }: Exam & { course: Course; isFirst: boolean }) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { home } = useMessages();
  const titleOf = useExamTitle();
  const title = (
    <b>{year > 0 ? titleOf({ kind: "question", fields: { examType, year: String(year) } }) : words.noYear}</b>
  );
  if (place.state === "gap")
    return (
      <form method="post" action={wantedPath(course)}>
        <input type="hidden" name="back" value="/" />
        <button className="home-gap" name="ask" value={examValue({ year, examType, term: place.term })}>
          {title} <span>{home.askWith(place.wanted)}</span>
        </button>
      </form>
    );
  if (!hasPaper(place)) return null;
  const isOne = place.state === "paper";
  const answers = isOne ? place.answers : 0;
  const count = isOne ? (answers > 0 ? words.answers(answers) : home.openPaper) : words.papers(place.papers);
  return (
    <a
      className={isFirst && examType === "final" ? "home-tile home-strong" : "home-tile"}
      href={
        isOne
          ? `${kindNamed("question").pages.details}/${place.id}`
          : papersHref(course.university, { year, examType, ...place })
      }
    >
      {title} <span className={answers > 0 ? "home-answers" : undefined}>{count}</span>
    </a>
  );
}

import type { ReactNode } from "react";
import { courseGrid } from "../../../shared/courses/course-grid.ts";
import {
  type CourseCard,
  coursePath,
  type ExamKey,
  hasPaper,
  type ListedCourse,
  type Place,
} from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { examValue, wantedPath } from "../../../shared/courses/wanted.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { useExamWords } from "./exam-words.ts";
import { PlaceTile, type PlaceTileProps } from "./place-tile.tsx";

const MAX_YEARS = 3;
const MAX_EXAMS = 3;

export interface FoundCourseProps {
  card: CourseCard;
  /** An exam that the search names and the course doesn't have. */
  missing: ExamKey | undefined;
  /** More actions, such as the button that follows the course. */
  children?: ReactNode;
}

/** The one course that a search names: its facts, and the papers of its newest years. */
export function FoundCourse({ card, missing, children }: FoundCourseProps) {
  const { course, papers, answers, grid } = card;
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { searchPage } = useMessages();
  const { examOf } = useExamWords();
  const { exams, rows, lastFinal } = courseGrid(grid);
  const columns = exams
    .map((exam, at) => ({ ...exam, at }))
    .toSorted((one, other) => other.papers - one.papers || one.at - other.at)
    .slice(0, MAX_EXAMS)
    .toSorted((one, other) => one.at - other.at);
  const years = rows.filter(({ places }) => columns.some(({ at }) => places[at]?.some(hasPaper)));
  const counts = [words.papers(papers), ...(answers === undefined ? [] : [words.answers(answers)])].join(
    ", ",
  );
  const path = coursePath(course);
  return (
    <section className="course-found" aria-labelledby="course-found">
      <h2 id="course-found">
        <a href={path}>
          <span className="course-code">{course.code}</span>
          <span lang={langOf(course.title)}>{course.title}</span>
        </a>
      </h2>
      <p className="course-found-facts">{[course.university, counts].filter(Boolean).join(" · ")}</p>
      {years.length > 0 && (
        <table className="course-found-grid">
          <caption className="visually-hidden">{words.byYear}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{words.year}</span>
              </th>
              {columns.map(({ examType }) => (
                <th scope="col" key={examType}>
                  {examOf(examType)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {years.slice(0, MAX_YEARS).map(({ year, places }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {columns.map(({ examType, at }) => (
                  <Places
                    key={examType}
                    places={places[at] ?? []}
                    {...{ course, year, examType, lastFinal }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="course-found-more">
        {missing && (
          <a href={wantedPath(course, examValue(missing))} rel="nofollow">
            {searchPage.askFor(`${examOf(missing.examType)} ${missing.year}`)}
          </a>
        )}
        <a href={path}>{searchPage.allYears}</a>
        {children}
      </div>
    </section>
  );
}

interface PlacesProps extends Pick<PlaceTileProps, "course" | "year" | "examType" | "lastFinal"> {
  places: readonly Place[];
}

/** The papers of one year and exam. People can ask for a missing one. */
function Places({ places, ...shared }: PlacesProps) {
  const { searchPage } = useMessages();
  const { coursePage: words } = useMessages(coursePagesMessages);
  const wanted = useMessages(wantedMessages);
  const { nameOf } = useExamWords();
  const { course, year, examType } = shared;
  const papers = places.filter(hasPaper);
  const [gap] = papers.length > 0 ? [] : places.filter((place) => place.state === "gap");
  const exam = gap && { year, examType, term: gap.term };
  return (
    <td className={papers.length === 1 ? "course-found-one" : undefined}>
      {papers.map((place, number) => (
        <PlaceTile key={number} place={place} Actions={undefined} {...shared} />
      ))}
      {exam && (
        <a className="course-place course-gap" href={wantedPath(course, examValue(exam))} rel="nofollow">
          {gap.wanted > 0 ? words.want(gap.wanted) : wanted.askShort}
          <span className="visually-hidden">: {searchPage.askFor(nameOf(exam))}</span>
        </a>
      )}
    </td>
  );
}

/** Several courses that fit a search. */
export function FoundCourses({ courses }: { courses: readonly ListedCourse[] }) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { searchPage } = useMessages();
  return (
    <section aria-labelledby="course-rows">
      <h2 id="course-rows">{searchPage.course(courses.length)}</h2>
      <ul className="browse-list">
        {courses.map((course) => (
          <li key={coursePath(course)}>
            <a href={coursePath(course)}>
              <b className="browse-code">{course.code}</b>
              <span lang={langOf(course.title)}>{course.title}</span>
              <span className="by">
                {[course.university, words.papers(course.papers)].filter(Boolean).join(" · ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactNode } from "react";
import { courseGrid } from "../../../shared/course-grid.ts";
import { type CourseCard, coursePath, type ExamKey, type ListedCourse } from "../../../shared/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { examValue, wantedPath } from "../../../shared/wanted.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { useExamWords } from "./exam-words.ts";
import { PlaceTile } from "./place-tile.tsx";

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
  const years = rows.filter(({ places }) =>
    columns.some(({ at }) => places[at]?.some(({ state }) => isPaper(state))),
  );
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
                  <td key={examType}>
                    {(places[at] ?? [])
                      .filter(({ state }) => isPaper(state))
                      .map((place, number) => (
                        <PlaceTile
                          key={number}
                          place={place}
                          course={course}
                          year={year}
                          examType={examType}
                          lastFinal={lastFinal}
                          Actions={undefined}
                        />
                      ))}
                  </td>
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

const isPaper = (state: string): boolean => state === "paper" || state === "papers";

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

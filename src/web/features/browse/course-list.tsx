import { coursePath, type CoursesPage } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";

export interface CourseListProps extends Pick<CoursesPage, "courses" | "next"> {
  /** The path of this list, for its next page. */
  path: string;
}

/** Courses with the number of their papers. */
export function CourseList({ courses, next, path }: CourseListProps) {
  const { browsing, coursePage } = useMessages(coursePagesMessages);
  return (
    <>
      <ul className="browse-list">
        {courses.map((course) => (
          <li key={course.codeNorm}>
            <a href={coursePath(course)}>
              <b className="browse-code">{course.code}</b>
              <span lang={langOf(course.title)}>{course.title}</span>
              <span className="by">{coursePage.papers(course.papers)}</span>
            </a>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <a className="button quiet" rel="next" href={`${path}?${new URLSearchParams({ after: next })}`}>
          {browsing.more}
        </a>
      )}
    </>
  );
}

import { coursePath, type ListedCourse } from "../../../shared/courses.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";

/** Courses with the number of their papers. */
export function CourseList({ courses }: { courses: readonly ListedCourse[] }) {
  const { coursePage: words } = useMessages();
  return (
    <ul className="browse-list">
      {courses.map((course) => (
        <li key={coursePath(course)}>
          <a href={coursePath(course)}>
            <b className="browse-code">{course.code}</b>
            <span lang={langOf(course.title)}>{course.title}</span>
            <span className="by">{words.papers(course.papers)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

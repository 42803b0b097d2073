import { type Course, coursePath } from "../../shared/courses/courses.ts";
// Vite replaces this import with the address of the script, which has no exports.
// oxlint-disable-next-line import/default
import island from "../islands/opened-course.ts?worker&url";
import type { KeptCourse } from "../page/kept-courses.ts";

/**
 * Remembers in the browser that the reader opened a course, for "Your courses" on the home page. In a form, it remembers
 * the course when the reader sends the form.
 */
export function OpenedCourse({ course }: { course: Omit<Course, "universityKey"> }) {
  const { code, title } = course;
  const kept: KeptCourse = { path: coursePath(course), code, title };
  return <script type="module" src={island} data-course={JSON.stringify(kept)} />;
}

import { keepCourse, type KeptCourse } from "../page/kept-courses.ts";

/** Remembers the course of this page, for "Your courses" on the home page: now, or when the form around the script is sent. */
const script = document.querySelector<HTMLElement>("script[data-course]");
const course = script?.dataset["course"];
if (course) {
  const remember = () => keepCourse(JSON.parse(course) as KeptCourse);
  const form = script.closest("form");
  if (form) form.addEventListener("submit", remember);
  else remember();
}

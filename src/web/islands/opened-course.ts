import { keepCourse, type KeptCourse } from "../page/kept-courses.ts";

/** Remembers the course of this page, for "Your courses" on the home page. */
const course = document.querySelector<HTMLElement>("script[data-course]")?.dataset["course"];
if (course) keepCourse(JSON.parse(course) as KeptCourse);

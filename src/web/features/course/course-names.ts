import type { Course } from "../../../shared/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";

/** The form that adds a paper. */
export const ADD_PAPER = `/dashboard/${kindNamed("question").pages.add}`;

/** The name of a course, such as "CSE 2103 Data Structures". */
export const courseName = ({ code, title }: Course): string => [code, title].filter(Boolean).join(" ");

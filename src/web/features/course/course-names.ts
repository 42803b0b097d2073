import type { Course, CoursePage } from "../../../shared/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";

/** The form that adds a paper. */
export const ADD_PAPER = `/dashboard/${kindNamed("question").pages.add}`;

/** The name of a course, such as "CSE 2103 Data Structures". */
export const courseName = ({ code, title }: Course): string => [code, title].filter(Boolean).join(" ");

/** The years of a course, such as "2016–2026"; "" if no paper has a year. */
export function yearsOf({ firstYear, lastYear }: Pick<CoursePage, "firstYear" | "lastYear">): string {
  return [...new Set([firstYear, lastYear])].filter((year) => year !== undefined).join("–");
}

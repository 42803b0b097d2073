import { type Course, coursePath, type ExamKey, universitySlug } from "./courses.ts";
import { facets } from "../facets/facets.ts";

/** The greatest number of missing papers that a person can want at once. */
export const MAX_REQUESTS = 100;
/** How many years before its first paper a course can have missing papers. */
export const EARLIER_YEARS = 10;
/** The greatest number of courses that a person can follow. */
export const MAX_FOLLOWS = 200;
/** How many missing papers a page shows. */
export const WANTED_PAGE_SIZE = 25;
/** A list of missing papers ends here. */
export const MAX_WANTED = 2_000;

/** A missing paper that people want. */
export interface WantedExam extends ExamKey {
  /** How many people want it. */
  wanted: number;
  /** Whether the reader is one of them. */
  isMine: boolean;
}

/** A missing paper with its course. */
export interface WantedPaper extends WantedExam {
  course: Course;
}

/** The exams that people can ask for; "" is an unknown term. */
export const wantedExamTypes = facets.examType.field.options ?? [];
export const wantedTerms = ["", ...(facets.term.field.options ?? [])];

/** The value of a button that names an exam, such as `2025.final.fall`. */
export const examValue = ({ year, examType, term }: ExamKey): string => [year, examType, term].join(".");

/** Reads the value of such a button. The parts are not checked. */
export function parseExamValue(value: string): { year: string; examType: string; term: string } {
  const [year = "", examType = "", term = ""] = value.split(".");
  return { year, examType, term };
}

/** The part of an address that names a course. */
const courseQuery = ({ university, codeNorm }: Pick<Course, "university" | "codeNorm">): string =>
  new URLSearchParams({ university: universitySlug(university), code: codeNorm.toLowerCase() }).toString();

/** The address to which the form of a course's missing papers is sent. @param exam opens the page about one exam */
export const wantedPath = (course: Pick<Course, "university" | "codeNorm">, exam = ""): string =>
  `/wanted?${courseQuery(course)}${exam && `&exam=${encodeURIComponent(exam)}`}`;

/** The address that asks a person about their own request, and then leads back to the course. */
export const askedPath = (course: Course, exam: ExamKey): string =>
  `${wantedPath(course, examValue(exam))}&back=${encodeURIComponent(coursePath(course))}`;

/** The address to which the form for following a course is sent. */
export const followPath = (course: Pick<Course, "university" | "codeNorm">): string =>
  `/dashboard/follows?${courseQuery(course)}`;

/** The address of the form for a new paper, with the details of a missing one. */
export function havePath(
  { code, title, university }: Pick<Course, "code" | "title" | "university">,
  { year, examType, term }: ExamKey,
): string {
  const details = { code, subject: title, university, year: String(year), examType, term };
  const known = Object.entries(details).filter(([, value]) => value !== "");
  return `/dashboard/add-question?${new URLSearchParams(known).toString()}`;
}

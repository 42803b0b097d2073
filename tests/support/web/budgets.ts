import type { Part, RouteBytes } from "./route-bytes.ts";
import type { Visit } from "./visited-routes.ts";
import { KB } from "../../../src/shared/text/bytes.ts";

/** Limits of a page in bytes as sent, that is compressed, without headers; 1 kB is 1,000 bytes. */
export type Budget = Partial<Record<Part, number>>;

const DOCUMENT: Budget = {
  html: 8_000,
  css: 8_000,
  js: 15_000,
  fonts: 20_000,
  all: 150_000,
};
/** The home page has carousels, and styles of its own. */
const HOME: Budget = { ...DOCUMENT, css: 10_000, js: 45_000 };
/** The page of a course has a table with a cell for each exam and year, and styles of its own. */
const COURSE: Budget = { ...DOCUMENT, html: 12_000, css: 11_000 };
/** The pages with the styles of courses. */
const OF_COURSES = /^\/(?:course|universities|university|department|wanted)\b/;
const HYDRATED: Budget = { js: 180_000 };
/** The bytes that a page may load on a phone, with all of its thumbnails. */
export function budgetOf({ area, pattern }: Visit): Budget {
  if (area !== "public") return HYDRATED;
  if (OF_COURSES.test(pattern)) return COURSE;
  return pattern === "/" || pattern.startsWith("/home") ? HOME : DOCUMENT;
}

/** The parts of a page that exceed its budget, one line each. */
export function overBudget(visit: Visit, bytes: RouteBytes): string[] {
  const budget = Object.entries(budgetOf(visit)) as [Part, number][];
  return budget
    .filter(([part, limit]) => bytes[part] > limit)
    .map(([part, limit]) => `${visit.pattern}: ${part} ${kilobytes(bytes[part])} of ${kilobytes(limit)} kB`);
}

/** @returns kB with one digit after the point */
export function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(1);
}

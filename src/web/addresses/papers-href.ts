import type { ExamKey } from "../../shared/courses/courses.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { listHref } from "./list-href.ts";

/** The list of the papers of one exam and code that a place of a course shows as a count. */
export function papersHref(
  university: string,
  { codeNorm, year, examType, term }: ExamKey & { codeNorm: string },
): string {
  return listHref(kindNamed("question").pages.lists[0] as string, {
    code: codeNorm,
    university: university || undefined,
    year: year > 0 ? String(year) : undefined,
    examType: examType || undefined,
    term: term || undefined,
  });
}

import type { FacetName } from "../../../shared/facets.ts";
import { examTypeOf, semesterOf, setOf, termOf, yearOf } from "./facts-of-exam.ts";
import { codeOf } from "./facts-of-code.ts";
import { beforeQuestions, type Fact, headLines } from "./facts-text.ts";
import { departmentOf, subjectOf } from "./facts-of-course.ts";

/** The details by facet; a detail that was not found is absent. */
export type Proposal = Partial<Record<FacetName, Fact>>;

/**
 * Proposes details from the head of a question paper in English or Bangla. A contributor confirms them: a
 * wrong proposal is worse than no proposal, so each detail has a confidence.
 * @param text of the first pages, with the mistakes of OCR
 */
export function proposeFacts(text: string): Proposal {
  const lines = beforeQuestions(headLines(text));
  const code = codeOf(lines);
  const found = {
    code,
    examType: examTypeOf(lines),
    year: yearOf(lines),
    subject: subjectOf(lines, code?.value),
    semester: semesterOf(lines),
    term: termOf(lines),
    set: setOf(lines),
    department: departmentOf(lines, code?.value),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined));
}

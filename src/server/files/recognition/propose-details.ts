import type { FacetName } from "../../../shared/facets/facets.ts";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import { examTypeOf, semesterOf, setOf, termOf, yearOf } from "./details-of-exam.ts";
import { codeOf } from "./details-of-code.ts";
import { cellsOf, type ReadDetail, type Head, headOf, placeIn, type TextPage } from "./details-text.ts";
import { monthOfExam } from "./details-of-month.ts";
import { departmentOf } from "./details-of-department.ts";
import { headingTitle, titleOf, unlabelled } from "./details-of-title.ts";
import { universityOf } from "./details-of-university.ts";

/** The details by facet; a detail that was not found is absent. */
export type Proposal = Partial<Record<FacetName, ReadDetail>>;

/**
 * Proposes details from the head of a question paper in English or Bangla. A contributor confirms them: a
 * wrong proposal is worse than no proposal, so each detail has a confidence.
 * @param given the first pages in order, or the text of one, with the mistakes of OCR
 * @param universities the universities that a paper can name
 */
export function proposeDetails(
  given: string | readonly TextPage[],
  universities: readonly KnownUniversity[] = [],
): Proposal {
  const pages = typeof given === "string" ? [{ page: 1, text: given, lineBoxes: null }] : given;
  const head = headOf(pages.map(({ text }) => text).join("\n"));
  const code = (codeOf(head.above) ?? codeOf(head.lines))?.value;
  const title = headingTitle(head);
  const isTitle = (cell: string) => title !== undefined && unlabelled(cell) === title.value;
  const rules: Partial<Record<FacetName, (lines: string[]) => ReadDetail | undefined>> = {
    code: (lines) => codeOf(lines, head.unmended),
    examType: examTypeOf,
    year: yearOf,
    subject: (lines) => titleOf(lines, code) ?? (lines.flatMap(cellsOf).some(isTitle) ? title : undefined),
    semester: semesterOf,
    term: termOf,
    set: setOf,
    heldIn: monthOfExam,
    department: (lines) => departmentOf(lines, code),
    university: (lines) => universityOf(lines, universities),
  };
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      // "Class test" in a question doesn't count if a line above the questions names the exam.
      const detail = (head.above.length > 0 ? rule(head.above) : undefined) ?? rule(head.lines);
      return detail ? [[name, { ...detail, ...sourceOf(detail, rule, head, pages) }]] : [];
    }),
  );
}

/** The line from which a rule reads a value; of several lines, the most reliable one. */
function sourceOf(
  { value, confidence }: ReadDetail,
  rule: (lines: string[]) => ReadDetail | undefined,
  { lines, printed, numbers }: Head,
  pages: readonly TextPage[],
): Pick<ReadDetail, "snippet" | "place"> {
  let [found, best] = [-1, 0];
  for (const [at, line] of lines.entries()) {
    const detail = rule([line]);
    if (detail?.value !== value || detail.confidence <= best) continue;
    [found, best] = [at, detail.confidence];
    if (best >= confidence) break;
  }
  const [snippet, number] = [printed[found], numbers[found]];
  if (!snippet || number === undefined) return {};
  const place = placeIn(pages, number);
  return { snippet, ...(place && { place }) };
}

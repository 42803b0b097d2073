import type { FacetName } from "../../../shared/facets.ts";
import type { KnownUniversity } from "../../../shared/universities.ts";
import { examTypeOf, semesterOf, setOf, termOf, yearOf } from "./facts-of-exam.ts";
import { codeOf } from "./facts-of-code.ts";
import { cellsOf, type Fact, type Head, headOf, placeIn, type TextPage } from "./facts-text.ts";
import { departmentOf } from "./facts-of-department.ts";
import { headingTitle, titleOf, unlabelled } from "./facts-of-title.ts";
import { universityOf } from "./facts-of-university.ts";

/** The details by facet; a detail that was not found is absent. */
export type Proposal = Partial<Record<FacetName, Fact>>;

/**
 * Proposes details from the head of a question paper in English or Bangla. A contributor confirms them: a
 * wrong proposal is worse than no proposal, so each detail has a confidence.
 * @param given the first pages in order, or the text of one, with the mistakes of OCR
 * @param universities the universities that a paper can name
 */
export function proposeFacts(
  given: string | readonly TextPage[],
  universities: readonly KnownUniversity[] = [],
): Proposal {
  const pages = typeof given === "string" ? [{ page: 1, text: given, lineBoxes: null }] : given;
  const head = headOf(pages.map(({ text }) => text).join("\n"));
  const code = codeOf(head.lines)?.value;
  const title = headingTitle(head);
  const isTitle = (cell: string) => title !== undefined && unlabelled(cell) === title.value;
  const rules: Partial<Record<FacetName, (lines: string[]) => Fact | undefined>> = {
    code: codeOf,
    examType: examTypeOf,
    year: yearOf,
    subject: (lines) => titleOf(lines, code) ?? (lines.flatMap(cellsOf).some(isTitle) ? title : undefined),
    semester: semesterOf,
    term: termOf,
    set: setOf,
    department: (lines) => departmentOf(lines, code),
    university: (lines) => universityOf(lines, universities),
  };
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const fact = rule(head.lines);
      return fact ? [[name, { ...fact, ...sourceOf(fact, rule, head, pages) }]] : [];
    }),
  );
}

/** The line from which a rule reads a value; of several lines, the most reliable one. */
function sourceOf(
  { value, confidence }: Fact,
  rule: (lines: string[]) => Fact | undefined,
  { lines, printed, numbers }: Head,
  pages: readonly TextPage[],
): Pick<Fact, "snippet" | "place"> {
  let [found, best] = [-1, 0];
  for (const [at, line] of lines.entries()) {
    const fact = rule([line]);
    if (fact?.value !== value || fact.confidence <= best) continue;
    [found, best] = [at, fact.confidence];
    if (best >= confidence) break;
  }
  const [snippet, number] = [printed[found], numbers[found]];
  if (!snippet || number === undefined) return {};
  const place = placeIn(pages, number);
  return { snippet, ...(place && { place }) };
}

import type { FacetName } from "../../../shared/facets.ts";
import { examTypeOf, semesterOf, setOf, termOf, yearOf } from "./facts-of-exam.ts";
import { codeOf } from "./facts-of-code.ts";
import { type Fact, type Head, headOf } from "./facts-text.ts";
import { departmentOf, subjectOf } from "./facts-of-course.ts";

/** The details by facet; a detail that was not found is absent. */
export type Proposal = Partial<Record<FacetName, Fact>>;

/**
 * Proposes details from the head of a question paper in English or Bangla. A contributor confirms them: a
 * wrong proposal is worse than no proposal, so each detail has a confidence.
 * @param text of the first pages, with the mistakes of OCR
 */
export function proposeFacts(text: string): Proposal {
  const head = headOf(text);
  const code = codeOf(head.lines)?.value;
  const rules: Partial<Record<FacetName, (lines: string[]) => Fact | undefined>> = {
    code: codeOf,
    examType: examTypeOf,
    year: yearOf,
    subject: (lines) => subjectOf(lines, code),
    semester: semesterOf,
    term: termOf,
    set: setOf,
    department: (lines) => departmentOf(lines, code),
  };
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const fact = rule(head.lines);
      return fact ? [[name, { ...fact, ...snippetOf(fact, rule, head) }]] : [];
    }),
  );
}

/** The line from which a rule reads a value; of several lines, the most reliable one. */
function snippetOf(
  { value }: Fact,
  rule: (lines: string[]) => Fact | undefined,
  { lines, printed }: Head,
): Pick<Fact, "snippet"> {
  let [snippet, best] = ["", 0];
  for (const [at, line] of lines.entries()) {
    const fact = rule([line]);
    if (fact?.value !== value || fact.confidence <= best) continue;
    [snippet, best] = [printed[at] ?? "", fact.confidence];
  }
  return snippet === "" ? {} : { snippet };
}

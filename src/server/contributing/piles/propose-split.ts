import type { PageDetails } from "../../files/index.ts";

/** A guess names no exam. */
const MIN_CONFIDENCE = 0.65;
const naming = ["code", "examType", "year"] as const;
/** The details that tell exams apart: Spring and Summer of one year, May and December, or two sets are two exams. */
const compared = [...naming, "term", "heldIn", "set"] as const;

/** The details that name an exam, as far as a page prints them. */
type Heading = Partial<Record<(typeof compared)[number], string>>;

/**
 * Proposes to split a PDF that contains several exams: an exam begins on a page that names a different course, exam, year,
 * term, month or set than the exam before. A heading that repeats on each page begins nothing.
 * @param pages of the PDF in order, with their details; a page without text is absent
 * @param count the number of pages of the PDF
 * @returns the first and last page of each exam; undefined if there is only one
 */
export function proposeSplit(
  pages: PageDetails[],
  count: number,
): [first: number, last: number][] | undefined {
  const starts: number[] = [];
  let current: Heading | undefined;
  for (const { page, facts } of pages) {
    const heading = headingOf(facts);
    if (!heading) continue;
    if (!current) starts.push(1);
    else if (compared.some((name) => isOther(current?.[name], heading[name]))) starts.push(page);
    else {
      current = { ...heading, ...current };
      continue;
    }
    current = heading;
  }
  if (starts.length < 2) return undefined;
  return starts.map((first, index) => [first, (starts[index + 1] ?? count + 1) - 1]);
}

const isOther = (one: string | undefined, next: string | undefined): boolean =>
  one !== undefined && next !== undefined && one !== next;

/** A page names an exam if it has two of the three details. */
function headingOf(facts: PageDetails["facts"]): Heading | undefined {
  const found = compared.flatMap((name) => {
    const fact = facts[name];
    return fact && fact.confidence >= MIN_CONFIDENCE ? [[name, fact.value] as const] : [];
  });
  const named = found.filter(([name]) => naming.some((one) => one === name));
  return named.length >= 2 ? Object.fromEntries(found) : undefined;
}

import { shownText } from "../facets/facet-declaration.ts";
import { type FacetName, factLines, facets } from "../facets/facets.ts";
import type { Locale, Messages } from "../messages/index.ts";

type Facts = Partial<Record<FacetName, string | number | null | undefined>>;

/** Returns a function for the text of one facet's value, such as "Set A"; "" without a value. */
export const facetText =
  (messages: Messages, locale: Locale) =>
  (name: FacetName, value: string | number | null | undefined): string =>
    value ? shownText(facets[name], String(value), messages, facets[name].words[locale].options) : "";

/**
 * Returns the name of an exam: "Final 2018 · January", or on the line `exam` "Final 2018 · Spring · Set A · January".
 */
export function examTitle(
  facts: Facts,
  textOf: ReturnType<typeof facetText>,
  line: "hitExam" | "exam" = "hitExam",
): string {
  const [examType, year, ...others] = factLines[line].map((name) => textOf(name, facts[name]));
  return [[examType, year].filter(Boolean).join(" "), ...others].filter(Boolean).join(" · ");
}

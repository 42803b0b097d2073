import { shownText } from "./facet-declaration.ts";
import { type FacetName, factLines, facets } from "./facets.ts";
import type { Locale, Messages } from "./messages/index.ts";

type Facts = Partial<Record<FacetName, string | number | null | undefined>>;

/** Returns a function for the text of one facet's value, such as "Set A"; "" without a value. */
export const facetText =
  (messages: Messages, locale: Locale) =>
  (name: FacetName, value: string | number | null | undefined): string =>
    value ? shownText(facets[name], String(value), messages, facets[name].words[locale].options) : "";

/**
 * Returns the name of a paper's exam, such as "Final 2018 · January". All pages and the API use it.
 * @param line `exam` also names the term and the set
 */
export function examTitle(
  facts: Facts,
  textOf: ReturnType<typeof facetText>,
  line: "hitExam" | "exam" = "hitExam",
): string {
  const names: readonly FacetName[] = factLines[line];
  const exam = names.filter((name) => name !== "heldIn").map((name) => textOf(name, facts[name]));
  return [exam.filter(Boolean).join(" "), textOf("heldIn", facts.heldIn)].filter(Boolean).join(" · ");
}

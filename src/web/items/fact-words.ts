import { examTitle, facetText } from "../../shared/exam-title.ts";
import { shownText } from "../../shared/facet-declaration.ts";
import { factLines, facets } from "../../shared/facets.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useLocale, useMessages } from "../ui/messages.ts";
import { useKindWords } from "./kind-words.ts";

/** Returns a function that names the exam of a paper, such as "Final 2018 · January"; see `examTitle`. */
export function useExamTitle(): (item: Item, line?: "hitExam" | "exam") => string {
  const textOf = facetText(useMessages(), useLocale());
  return ({ fields }, line) => examTitle(fields, textOf, line);
}

/**
 * Returns a function that lists the texts of an item's facets, in the order of `line`. Empty facets are left
 * out.
 * @param kind the kind of the items
 */
export function useFactWords(kind: string): (item: Item, line: keyof typeof factLines) => string[] {
  const messages = useMessages();
  const locale = useLocale();
  const { fields } = useKindWords(kindNamed(kind));
  return (item, line) =>
    factLines[line].flatMap((name) => {
      const value = item.fields[name];
      if (!value) return [];
      const { options } = fields[name] ?? facets[name].words[locale];
      return [shownText(facets[name], value, messages, options)];
    });
}

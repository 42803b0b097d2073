import { shownText } from "../../shared/facet-declaration.ts";
import { type FacetName, factLines, facets } from "../../shared/facets.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useLocale, useMessages } from "../ui/messages.ts";
import { useKindWords } from "./kind-words.ts";

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

/** The text of one facet of an item; undefined if it is empty. */
export function useFacetText(item: Item, name: FacetName): string | undefined {
  const messages = useMessages();
  const locale = useLocale();
  const { fields } = useKindWords(kindNamed(item.kind));
  const value = item.fields[name];
  if (!value) return undefined;
  return shownText(facets[name], value, messages, (fields[name] ?? facets[name].words[locale]).options);
}

import { shownText } from "../../../shared/facets/facet-declaration.ts";
import { type FacetName, facetNames, facets } from "../../../shared/facets/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** The labels of a kind's filters and of their values. */
export function useFacetWords(kind: Kind) {
  const messages = useMessages();
  const locale = useLocale();
  const labels: Record<string, string> = messages.labels;
  const { fields } = useKindWords(kind);
  const wordsOf = (name: string) => {
    const field = Object.keys(kind.fields).find((one) => (kind.fields[one]?.column ?? one) === name);
    return fields[field ?? name] ?? facetNamed(name)?.words[locale];
  };
  return {
    label: (name: string): string => wordsOf(name)?.label ?? labels[name] ?? name,
    value: (name: string, value: string): string =>
      shownText(facetNamed(name), value, messages, wordsOf(name)?.options),
    any: (name: FacetName): string => facets[name].words[locale].any ?? "",
  };
}

/** @returns the facet; undefined for a parameter that is not a facet */
const facetNamed = (name: string) =>
  facetNames.includes(name as FacetName) ? facets[name as FacetName] : undefined;

import { shownText } from "../../../shared/facets/facet-declaration.ts";
import { type FacetName, facetNames, facetOfToken, facets } from "../../../shared/facets/facets.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** The labels of the search filters, for all kinds, by parameter and by field. */
export function useSearchWords() {
  const messages = useMessages();
  const locale = useLocale();
  const kindsBy = new Map(kinds.map(({ name, words }) => [name, words[locale].many]));
  const facetNamed = (name: string) => {
    const facet = facetNames.find((one) => one === name) ?? facetOfToken(name);
    return facet && facets[facet satisfies FacetName];
  };
  return {
    label: (name: string): string =>
      (name === "kind" ? messages.searchPage.kind : facetNamed(name)?.words[locale].label) ?? name,
    value: (name: string, value: string): string => {
      const facet = facetNamed(name);
      if (!facet) return kindsBy.get(value) ?? value;
      return shownText(facet, value, messages, facet.words[locale].options);
    },
  };
}

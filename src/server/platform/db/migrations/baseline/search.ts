import { type FacetColumn, isSpelled } from "./facets.ts";

/** Returns the column of an item, as SQL, from which its search entry takes a facet. */
export const shownColumn = (facet: FacetColumn): string => `"${isSpelled(facet) ? facet.column : facet.key}"`;

/** Returns the columns of an item, as SQL, that its search entry depends on. */
export const watched = (facets: readonly FacetColumn[]): string[] => [
  "kind",
  "status",
  `"parentId"`,
  `"createdAt"`,
  `"searchText"`,
  `"searchTitle"`,
  `"codeNorm"`,
  `"fileKey"`,
  ...facets.map(shownColumn),
];

/**
 * Returns the condition for a token that the search learns as a word. It learns only the words of approved items: a trigger records
 * each word that an edit removed (`searchDoubt`). If no approved item has the word, the server prunes it, and records this
 * in `searchWord`, which every process reads.
 */
export const isLearned = (word: string, digits: string): string =>
  `length(${word}) > 2 and ${word} ${digits}`;

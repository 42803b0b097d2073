import { type FacetName, facets, type FactToken, searchedFacets } from "../facets.ts";
import { searchWords } from "../words.ts";
import { initials } from "./initials.ts";

/** Facts that the index keeps beside words. A word has letters, marks and digits only, so none is taken for one. */
export const factToken = (name: FactName, value: string): string =>
  `${name}=${value.toLowerCase().replace(/[^\p{L}\p{M}\p{N}-]+/gu, "_")}`;
export type FactName = FactToken | "kind" | "status";

export const initialsToken = (letters: string): string => `initials=${letters}`;
/** A word of the pages of an uploaded file, or of a long text. */
export const pageToken = (word: string): string => `page=${word}`;
/** The beginning of a word of the title, in two or three letters: with fewer than four it is no rare word's. */
export const startToken = (letters: string): string => `start=${letters}`;
export const START_LENGTHS = [2, 3] as const;

/** What of an item is searched for. */
export interface Searched {
  title: string;
  /** The other texts and numbers that are words of the item. */
  texts: readonly string[];
  /** Texts to be read at length, whose words count as those of an uploaded file. */
  longTexts?: readonly string[];
  /** As contributed. */
  facets: Partial<Record<FacetName, string | undefined>>;
}

/** The words of a title in order: what search scores by. */
export const titleWords = (title: string): string => searchWords(title).join(" ");

/** All that the index knows an item by, each once: its words, and facts about it. */
export function searchTokens(item: Searched): string[] {
  const title = searchWords(item.title);
  const found = new Set<string>([...title, ...item.texts.flatMap((text) => searchWords(text))]);
  for (const word of title) {
    for (const length of START_LENGTHS) found.add(startToken([...word].slice(0, length).join("")));
  }
  for (const form of initials(title)) found.add(initialsToken(form));
  for (const { name, token } of searchedFacets) {
    const value = item.facets[name];
    if (!value) continue;
    const key = facets[name].fold(value);
    if (key) found.add(factToken(token, key));
    for (const word of facets[name].indexed?.(value) ?? []) found.add(word);
  }
  const long = new Set((item.longTexts ?? []).flatMap((text) => searchWords(text.slice(0, LONGEST))));
  return [...found, ...[...long].slice(0, MOST_LONG).map(pageToken)];
}
/** Of a long text, in UTF-16 code units, and in different words. */
const LONGEST = 100_000;
const MOST_LONG = 2_000;

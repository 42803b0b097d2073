import { type FacetName, facets, type FactToken, searchedFacets } from "../facets/facets.ts";
import { searchWords } from "../text/words.ts";
import { initialForms } from "./initials.ts";

/**
 * A fact in the search index. Words contain only letters, marks and digits, so a fact is never mistaken for a
 * word.
 */
export const factToken = (name: FactName, value: string): string =>
  `${name}=${value.toLowerCase().replace(/[^\p{L}\p{M}\p{N}-]+/gu, "_")}`;
export type FactName = FactToken | "kind" | "status";

export const initialsToken = (letters: string): string => `initials=${letters}`;
/** A word from the pages of an uploaded file, or from a long text. */
export const pageToken = (word: string): string => `page=${word}`;
/**
 * The first two or three letters of a word in the title. Words with so few letters have too many completions
 * for the vocabulary.
 */
export const startToken = (letters: string): string => `start=${letters}`;
export const START_LENGTHS = [2, 3] as const;

/** The data of an item that we search. */
export interface Searched {
  title: string;
  /** Other texts and numbers. A search finds the item by their words. */
  texts: readonly string[];
  /** Long texts. Their words are indexed in the same way as the words of an uploaded file. */
  longTexts?: readonly string[];
  /** The facet values as contributors typed them. */
  facets: Partial<Record<FacetName, string | undefined>>;
}

/** The words of a title in order. The score is computed from them. */
export const titleWords = (title: string): string => searchWords(title).join(" ");

/** All tokens of an item in the index, without repetitions: its words, and facts about it. */
export function searchTokens(item: Searched): string[] {
  const title = searchWords(item.title);
  const found = new Set<string>([...title, ...item.texts.flatMap((text) => searchWords(text))]);
  for (const word of title) {
    for (const length of START_LENGTHS) found.add(startToken([...word].slice(0, length).join("")));
  }
  for (const form of initialForms(title).keys()) found.add(initialsToken(form));
  for (const { name, token } of searchedFacets) {
    const value = item.facets[name];
    if (!value) continue;
    const key = facets[name].fold(value);
    if (key) found.add(factToken(token, key));
    for (const word of facets[name].indexed?.(value) ?? []) found.add(word);
  }
  const long = new Set((item.longTexts ?? []).flatMap((text) => searchWords(text.slice(0, LONGEST))));
  return [...found, ...[...long].slice(0, MAX_LONG).map(pageToken)];
}
/** Adds tokens to those of an item, as the column `searchText` has them. */
export function withTokens(searchText: string, more: readonly string[]): string {
  const tokens = new Set([...searchText.trim().split(" "), ...more]);
  return ` ${[...tokens].join(" ")} `;
}

/** The limits for a long text: the number of UTF-16 code units, and the number of different words. */
const LONGEST = 100_000;
const MAX_LONG = 2_000;

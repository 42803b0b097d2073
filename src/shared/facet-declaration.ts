import type { FieldRules, FieldWords } from "./kinds/field-types.ts";
import type { Locale, Messages } from "./messages/index.ts";

/** The year filter's choice that means no filter (specification §9). */
export const NO_YEAR = "Select Year";

/** The filter choice for all values (specification §5): its label, and its value in a query, in any letter case. */
export const ALL_VALUES = "All";

/** Words of one facet in one language. */
export interface FacetWords extends FieldWords {
  /** The choice that means no filter. Only an offered facet needs it. */
  any?: string;
}

/**
 * One facet, as plain data. The query schema, filters, edits, counts, suggestions, search and the sidebar derive from it
 * (docs/adding-a-facet.md). Its name is its column, its parameter in queries, and its field in most kinds.
 */
export interface FacetDeclaration {
  /** The rules for the field; a kind may change them. */
  field: FieldRules;
  /** The normal form of a value, by which we compare, count and find items; "" for a value that has none. */
  fold: (value: string) => string;
  /** The column that holds the normal form, if it isn't the facet's own column. */
  key?: string;
  /** The value that a filter asks for, from any spelling. Left out: the text as given. */
  asked?: (text: string) => string;
  /** Whether the column holds numbers. */
  isNumber?: true;
  /** Whether a list may be filtered by several values at once. */
  multiple?: true;
  /** Whether a list offers its values to choose from, with counts. The order here is the order on screen. */
  offered?: true;
  /** Its bit in `resourceTotal.facets`, if triggers keep its totals: 1 for the first column of the table, then 2, 4, … */
  counted?: number;
  /** Whether forms suggest the values that the archive holds. */
  suggested?: true;
  /** Whether the search over all kinds offers its values. */
  narrowsSearch?: true;
  /**
   * Which index finds a list: that of a facet whose values have few items each comes `first`; those that are `paired` share
   * one; the others follow in the order of this table.
   */
  index?: "first" | "paired";
  /** The name of its facts in the search index. Left out: a search finds the words of its values. */
  searchToken?: string;
  /** Words that an item is found by besides the fact. */
  indexed?: (value: string) => string[];
  /** The value that words of a search name without doubt, such as "3rd semester", and how many words that takes at most. */
  named?: { value: (words: string) => string | undefined; mostWords: number };
  /** Words of a search that name a value, between bars, by value. */
  spellings?: Record<string, string>;
  /** Papers of one exam have the `same` value; with `sameOrBlank` one of them may lack it. */
  exam?: "same" | "sameOrBlank";
  /** Whether papers that differ in it are no duplicates, even if their first pages look alike. */
  tellsPapersApart?: true;
  /** Whether the end of a year beside it is a year: "final 19". */
  besideYear?: true;
  /** Whether two values mean the same. Left out: if their normal forms are equal. */
  isSame?: (one: string, other: string) => boolean;
  /** What a person reads for a value. Left out: the option's words, or the value. */
  shown?: (value: string, messages: Messages) => string;
  /** Where a card shows it. Left out: among the facts below the title. */
  onCard?: "aboveTitle";
  words: Record<Locale, FacetWords>;
}

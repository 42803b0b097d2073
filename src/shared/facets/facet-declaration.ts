import type { FieldRules, FieldWords } from "../kinds/field-types.ts";
import type { Locale, Messages } from "../messages/index.ts";

/** The option of the year filter that selects all years (specification §9). */
export const NO_YEAR = "Select Year";

/**
 * The filter option for all values (specification §5): its label, and its value in a query, in any letter
 * case.
 */
export const ALL_VALUES = "All";

/** The texts of one facet in one language. */
export interface FacetWords extends FieldWords {
  /** The label of the option that selects all values. Only an offered facet needs it. */
  any?: string;
}

/**
 * One facet, as plain data. The query schema, filters, edits, counts, suggestions, search and the sidebar
 * derive from it (docs/adding-a-facet.md). The name of the facet is also the name of its column, of its query
 * parameter and, in most kinds, of its field.
 */
export interface FacetDeclaration {
  /** The rules for the field. A kind can change them. */
  field: FieldRules;
  /**
   * Returns the normal form of a value, used to compare, count and find items; "" if the value has no normal
   * form.
   */
  fold: (value: string) => string;
  /** The column that holds the normal form, if it isn't the facet's own column. */
  key?: string;
  /** Turns a filter's text, in any spelling, into the value to filter by. Default: the text itself. */
  asked?: (text: string) => string;
  /** Whether the column holds numbers. */
  isNumber?: true;
  /** Whether people can filter a list by several values at once. */
  multiple?: true;
  /** Whether lists offer the values as options with counts. The order in this file is the order on screen. */
  offered?: true;
  /**
   * The facet's bit in `resourceTotal.facets`, if triggers keep its totals: 1 for the first column of the
   * table, then 2, 4 and so on.
   */
  counted?: number;
  /** Whether forms suggest values from the archive. */
  suggested?: true;
  /** Whether the search over all kinds offers its values as filters. */
  narrowsSearch?: true;
  /**
   * The index that finds a filtered list. Facets with few items for each value are `first`, and `paired`
   * facets share an index. The other facets follow in the order of the table.
   */
  index?: "first" | "paired";
  /**
   * The name of the facet's facts in the search index. Without this name, the words of the values are indexed
   * instead.
   */
  searchToken?: string;
  /** Returns additional words that find an item with this value. */
  indexed?: (value: string) => string[];
  /**
   * Recognises a value in the words of a query, such as "3rd semester", or several values, as in "1st year".
   * `mostWords` is the maximum number of words.
   */
  named?: { value: (words: string) => string | readonly string[] | undefined; mostWords: number };
  /** For each value, the words that name the value in a query, separated by bars. */
  spellings?: Record<string, string>;
  /**
   * Papers of one exam must have the `same` value. With `sameOrBlank`, one of the papers can have no value.
   */
  exam?: "same" | "sameOrBlank";
  /** Whether readers need it to know which exam a paper is of. In a batch, the contributor confirms it if the paper doesn't print it. */
  namesExam?: true;
  /** Whether papers with different values are never duplicates, even if their first pages look alike. */
  tellsPapersApart?: true;
  /** Whether two digits beside a value are a year in a query, as in "final 19". */
  besideYear?: true;
  /** Returns whether two values mean the same. Default: whether their normal forms are equal. */
  isSame?: (one: string, other: string) => boolean;
  /** Returns the text that people see for a value. Default: the option's label, or the value. */
  shown?: (value: string, messages: Messages) => string;
  /** The position on a card. Default: among the details below the title. */
  onCard?: "aboveTitle";
  words: Record<Locale, FacetWords>;
}

/**
 * The text that people see for a value of a field.
 * @param facet undefined for a field that is not a facet
 * @param options the texts of a choice's options
 */
export const shownText = (
  facet: FacetDeclaration | undefined,
  value: string,
  messages: Messages,
  options?: Record<string, string>,
): string => facet?.shown?.(value, messages) ?? options?.[value] ?? value;

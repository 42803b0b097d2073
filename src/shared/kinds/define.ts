import type { FacetName } from "../facets/facets.ts";
import type { Locale } from "../messages/index.ts";
import type { FieldRules, FieldWords } from "./field-types.ts";

export interface Field extends FieldRules {
  /** The facet that the field belongs to. Other fields are in the row's `details` JSON. */
  column?: FacetName;
  /** Other names of the field. We accept them as input and also return them. */
  aliases?: readonly string[];
}

/**
 * The texts of one kind in one language. Labels and messages from the specification are copied word for word.
 */
export interface KindWords {
  one: string;
  many: string;
  menu: string;
  /** The text of the kind's card on the home page, if it differs from `many`. */
  category?: string;
  listTitle: string;
  listSearch: string;
  mine: string;
  add: string;
  manage: string;
  total: string;
  /** The title of the toast after a contribution (spec §8). */
  added: string;
  /** The heading of the uploader's column in the admin table (spec §2). */
  uploader: string;
  open: string;
  empty: string;
  fields: Record<string, FieldWords>;
}

/** The layout of a kind's cards in its list. */
export interface CardLook {
  /** Shows one card per row. By default a row has as many cards as fit: three on a desktop. */
  wide?: boolean;
  /** The height of the embedded viewer, in CSS pixels (spec §9). Default: 330. */
  previewHeight?: number;
}

/** How the search treats items of a kind. */
export interface KindSearch {
  /** Words that name the kind in a query, separated by bars. */
  words: string;
  /** Other words that name the kind in titles, separated by bars. */
  onTitles?: string;
  /**
   * Points that are added to a score of up to about 130. The kinds that people look for most get the most
   * points.
   */
  weight: number;
}

/**
 * One kind of item, as plain data. Validation, API, pages, forms, cards, tables, filters, menus and the
 * OpenAPI document derive from it (docs/adding-a-kind.md).
 */
export interface Kind {
  name: string;
  /** The field whose value names an item in lists and tables. */
  title: string;
  fields: Record<string, Field>;
  /**
   * `before`: an item is Pending until an admin approves it. `after`: an item is public at once, and an admin
   * can cancel it.
   */
  moderation: "before" | "after";
  /** The kind whose items this kind answers. Its items take their facets from their parent. */
  parent?: { kind: string; idField: string };
  /**
   * Whether cards show the uploader's email. Logged-in readers see the whole address, visitors see it masked.
   */
  showsEmail?: boolean;
  cards?: CardLook;
  search: KindSearch;
  /** The type of an item in schema.org. Default: LearningResource. */
  schemaType?: "Book" | "BlogPosting";
  /** Whether items can have answers. */
  answers?: boolean;
  /** Payload fields that the server ignores, because it takes these values from the session or the parent. */
  ignored: readonly string[];
  /**
   * The paths of the lists (the first is canonical), the path of the details page, and the last segments of
   * nested pages. If the kind has a parent, the parent's id follows `add`.
   */
  pages: { lists: readonly string[]; details?: string; mine?: string; add?: string; admin: string };
  /**
   * The names of the calls under `/api` (spec §7). `listKey` wraps the array and adds `count`; with
   * `isBareWithoutPage`, only requests with `page` get this wrapper. The first name of a call is canonical.
   */
  calls: {
    create: string;
    mine: readonly string[];
    lists: readonly string[];
    listKey?: string;
    isBareWithoutPage?: boolean;
    one: string;
    children?: string;
    setStatus: readonly [string, ...string[]];
  };
  words: Record<Locale, KindWords>;
}

/**
 * Checks rules that types can't express: each field and option has texts in all languages, and the title is a
 * field.
 */
export function defineKind(kind: Kind): Kind {
  for (const [locale, { fields }] of Object.entries(kind.words)) {
    for (const [name, { options = [] }] of Object.entries(kind.fields)) {
      const words = fields[name];
      if (!words) throw new Error(`${kind.name}.${name} has no words in ${locale}`);
      const option = options.find((value) => !words.options?.[value]);
      if (option) throw new Error(`${kind.name}.${name} has no words for ${option} in ${locale}`);
    }
  }
  if (!kind.fields[kind.title]) throw new Error(`${kind.name} has no field ${kind.title}`);
  return kind;
}

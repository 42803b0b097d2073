import type { FacetName } from "../facets.ts";
import type { Locale } from "../messages/index.ts";
import type { FieldRules, FieldWords } from "./field-types.ts";

export interface Field extends FieldRules {
  /** The facet that the field is; every other field lives in the row's `details` JSON. */
  column?: FacetName;
  /** Other spellings of the name, accepted as input and emitted beside it. */
  aliases?: readonly string[];
}

/** Words of one kind in one language; the specification's labels and messages verbatim. */
export interface KindWords {
  one: string;
  many: string;
  menu: string;
  /** The card among the home page's categories, where that says more than `many`. */
  category?: string;
  listTitle: string;
  listSearch: string;
  mine: string;
  add: string;
  manage: string;
  total: string;
  /** Title of the toast after a contribution (spec §8). */
  added: string;
  /** Column heading of the uploader in the admin table (spec §2). */
  uploader: string;
  open: string;
  empty: string;
  fields: Record<string, FieldWords>;
}

/** How the cards of a kind stand in its list. */
export interface CardLook {
  /** One a row; otherwise as many as fit, three on a desktop. */
  wide?: boolean;
  /** Of the embedded viewer, in CSS pixels (spec §9). Left out: 330. */
  previewHeight?: number;
}

/** How the search finds items of a kind. */
export interface KindSearch {
  /** Words of a search that name the kind, between bars. */
  words: string;
  /** Other words for the kind on titles, between bars. */
  onTitles?: string;
  /** Points on top of a score of up to about 130: people look first for the kind with the most. */
  weight: number;
}

/**
 * One kind of resource, as plain data. Validation, calls, pages, forms, cards, tables, filters, menus and the
 * OpenAPI document derive from it (docs/adding-a-kind.md).
 */
export interface Kind {
  name: string;
  /** The field that names an item in lists and tables. */
  title: string;
  fields: Record<string, Field>;
  /** `before`: Pending until approved. `after`: shown at once, an admin may cancel. */
  moderation: "before" | "after";
  /** The kind this one answers; facets come from the parent by join. */
  parent?: { kind: string; idField: string };
  /** Whether cards show the uploader's email. Logged-in readers see all of it, visitors see it masked. */
  showsEmail?: boolean;
  cards?: CardLook;
  search: KindSearch;
  /** What an item is to schema.org. Left out: a LearningResource. */
  schemaType?: "Book" | "BlogPosting";
  /** Whether items have answers below them. */
  answers?: boolean;
  /** Fields of the payload that the server ignores: it takes them from the session or the parent. */
  ignored: readonly string[];
  /**
   * Page paths of the lists (the first is canonical), the details page, and the last segments of nested pages. After
   * `add` of a kind with a parent comes the parent's id.
   */
  pages: { lists: readonly string[]; details?: string; mine?: string; add?: string; admin: string };
  /**
   * Names of the calls under `/api` (spec §7). `listKey` wraps the array and adds `count`; with `isBareWithoutPage` only
   * where `page` is given. The first name of a call is canonical.
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

/** Checks a declaration where types cannot: each field has words and the title is a field. */
export function defineKind(kind: Kind): Kind {
  for (const name of Object.keys(kind.fields)) {
    if (!kind.words.en.fields[name]) throw new Error(`${kind.name}.${name} has no words`);
  }
  if (!kind.fields[kind.title]) throw new Error(`${kind.name} has no field ${kind.title}`);
  return kind;
}

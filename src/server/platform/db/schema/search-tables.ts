import type { Generated } from "kysely";
import type { FacetColumns } from "../../../../shared/facets/facet-columns.ts";
import type { OfferedFacet } from "../../../../shared/facets/facets.ts";

/**
 * An item in the search index with its facets; `semester` holds the normal form. Triggers write this table
 * (migrations/baseline).
 */
export interface SearchEntryTable extends Pick<FacetColumns, OfferedFacet> {
  /** An ascending number: a newer entry has a higher number. */
  docId: Generated<number>;
  itemId: string;
  /** The value of `ResourceTable.searchTitle`; for an answer, the value of its question. */
  title: string;
  /**
   * The value of `ResourceTable.codeNorm`. For an answer, this and all following columns except `kind` come
   * from its question.
   */
  code: string | null;
  kind: string;
  createdAt: number;
  /** Whether the entry is public; on SQLite 0 or 1. */
  seen: boolean | number;
}

/** A change to the known words, which are the words of approved items. */
export interface SearchWordTable {
  /** An ascending number. For each word, the change with the highest number is current. */
  seq: Generated<number>;
  word: string;
  /** Whether no approved item has the word; on SQLite 0 or 1. */
  isForgotten: Generated<boolean | number>;
}

/** A word that an edit removed from an item. The server prunes the word if no approved item has it. */
export interface SearchDoubtTable {
  seq: Generated<number>;
  word: string;
}

/** The short name of a course. */
export interface SearchAliasTable {
  /** The short name: one word, normalised with `words()`. */
  alias: string;
  /** The words of the full name, normalised with `words()`, with spaces between. */
  phrase: string;
}

export interface SearchTables {
  searchEntry: SearchEntryTable;
  searchDoubt: SearchDoubtTable;
  searchWord: SearchWordTable;
  searchAlias: SearchAliasTable;
}

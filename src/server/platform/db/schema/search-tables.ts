import type { Generated } from "kysely";
import type { FacetColumns, OfferedFacet } from "../../../../shared/facets.ts";

/**
 * An item in the index of the search, with its facets, of which `semester` is a normal form; triggers write it
 * (migrations/202611210600-search.ts).
 */
export interface SearchEntryTable extends Pick<FacetColumns, OfferedFacet> {
  /** Counts up: the newer the entry, the higher. */
  docId: Generated<number>;
  itemId: string;
  /** As `ResourceTable.searchTitle`; an answer has its question's. */
  title: string;
  /** As `ResourceTable.codeNorm`; an answer has its question's, as of all that follows but its kind. */
  code: string | null;
  kind: string;
  createdAt: number;
  /** Whether everybody sees it; on SQLite 0 or 1. */
  seen: boolean | number;
}

/** A change of the words that the search knows: the words of approved items. */
export interface SearchWordTable {
  /** Ascending; the latest change of a word counts. */
  seq: Generated<number>;
  word: string;
  /** Whether no approved item has the word; on SQLite 0 or 1. */
  isForgotten: Generated<boolean | number>;
}

/** A word that an item lost; the server forgets it if no approved item has it. */
export interface SearchDoubtTable {
  seq: Generated<number>;
  word: string;
}

/** The short name of a course. */
export interface SearchAliasTable {
  /** One word of `words()`. */
  alias: string;
  /** Words of `words()`, between spaces. */
  phrase: string;
}

export interface SearchTables {
  searchEntry: SearchEntryTable;
  searchDoubt: SearchDoubtTable;
  searchWord: SearchWordTable;
  searchAlias: SearchAliasTable;
}

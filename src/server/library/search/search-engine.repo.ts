import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import { offeredFacets } from "../../../shared/facets/facets.ts";
import type { Candidate } from "../../../shared/search/score.ts";
import type { Database, Query, ResourceTable, Schema } from "../../platform/index.ts";
import type { Expression } from "./expression.ts";

export type Indexed = Pick<ResourceTable, "id" | "searchText" | "searchTitle">;

/** An item that may match a search. */
export interface FoundEntry extends Candidate {
  docId: number;
  id: string;
  createdAt: number;
  /** Whether the item passes the parts of the filter that the index can't check. */
  fits: boolean | number;
}

/** The columns of `FoundEntry` except `fits`, from `"searchEntry" as entry`. */
export const FOUND = sql`entry."docId", entry."itemId" as id, entry.title, entry.code, entry.kind,
  entry."createdAt", ${sql.join(offeredFacets.map((name) => sql.ref(`entry.${name}`)))}`;

export interface NewestOptions {
  /** A condition on `entry` that nearly all entries meet, so it is checked on the matches of the index. */
  which: RawBuilder<SqlBool>;
  /** A condition on `entry`. Its result for each match is returned as `fits`. */
  fits: RawBuilder<SqlBool>;
  /** The maximum number of matches. */
  limit: number;
}

/** The functions that differ between the two engines. */
export interface SearchEngine {
  name: Database["engine"];
  /** The matches of an expression, newest first. */
  newest(db: Query, expression: Expression, options: NewestOptions): Promise<FoundEntry[]>;
  /** The tokens that an entry has. `which` is a condition on `entry`. */
  having(db: Query, tokens: readonly string[], which: RawBuilder<SqlBool>): Promise<Set<string>>;
  /**
   * Runs the reads of one search. If the engine can stop a query, no query takes longer than the limit.
   * @param limit in ms
   * @returns undefined if a query took longer
   */
  guarded<T>(db: Query, limit: number, work: (db: Query) => Promise<T>): Promise<T | undefined>;
  /** Stores the search columns of some items and indexes them again. */
  store(trx: Query, items: readonly Indexed[]): Promise<void>;
  /**
   * Cleans up after a large number of items have been reindexed. Before the cleanup, the old entries are only marked
   * as deleted.
   */
  tidy(db: Kysely<Schema>, signal?: AbortSignal): Promise<void>;
}

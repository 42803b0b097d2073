import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import { offeredFacets } from "../../../shared/facets.ts";
import type { Candidate } from "../../../shared/search/score.ts";
import type { Database, Query, ResourceTable, Schema } from "../../platform/index.ts";
import type { Expression } from "./expression.ts";

export type Indexed = Pick<ResourceTable, "id" | "searchText" | "searchTitle">;

/** An item that may answer a search. */
export interface FoundEntry extends Candidate {
  docId: number;
  id: string;
  createdAt: number;
  /** Whether it passes a filter that the index tells nothing of. */
  fits: boolean | number;
}

/** The columns of `Found`, of `"searchEntry" as entry`, but `fits`. */
export const FOUND = sql`entry."docId", entry."itemId" as id, entry.title, entry.code, entry.kind,
  entry."createdAt", ${sql.join(offeredFacets.map((name) => sql.ref(`entry.${name}`)))}`;

export interface NewestOptions {
  /** A condition on `entry` that nearly every entry passes: it is looked for in what the index finds. */
  which: RawBuilder<SqlBool>;
  /** A condition on `entry`, which each match reports as `fits`. */
  fits: RawBuilder<SqlBool>;
  /** So many at most. */
  limit: number;
}

/** The functions that differ between the two engines. */
export interface SearchEngine {
  name: Database["engine"];
  /** The matches of an expression, newest first. */
  newest(db: Query, expression: Expression, options: NewestOptions): Promise<FoundEntry[]>;
  /**
   * Reads for one search. If the engine can be stopped, no query of it takes longer than the limit.
   * @param limit in ms
   * @returns undefined if a query took longer
   */
  guarded<T>(db: Query, limit: number, work: (db: Query) => Promise<T>): Promise<T | undefined>;
  /** Writes what search knows of some items, and enters them anew. */
  store(trx: Query, items: readonly Indexed[]): Promise<void>;
  /** Puts in order what is left where very many were entered anew: until then what was there before is only marked as gone. */
  tidy(db: Kysely<Schema>, signal?: AbortSignal): Promise<void>;
}

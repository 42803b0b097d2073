import type { Logger } from "kysely";

/** A statement that ran, without its values. */
export interface QueryFacts {
  sql: string;
  /** How long the statement took, in ms. */
  ms: number;
  hasFailed: boolean;
}

export type OnQuery = (facts: QueryFacts) => void;

/** The pool of PostgreSQL connections of this process. SQLite has no pool. */
export interface PoolUse {
  /** The connections that run a query now. */
  busy: number;
  idle: number;
  /** The queries that wait for a connection. */
  waiting: number;
}

/** Kysely's logger, which calls `onQuery` after each statement. It drops the values of the statement. */
export const queryLogger =
  (onQuery: OnQuery): Logger =>
  ({ level, query, queryDurationMillis }) =>
    onQuery({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === "error" });

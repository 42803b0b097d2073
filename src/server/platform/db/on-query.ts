import type { Logger } from "kysely";
import { DomainError } from "../../../shared/errors.ts";

/** A statement that ran, without its values. */
export interface QueryFacts {
  sql: string;
  /** How long the statement took, in ms. */
  ms: number;
  hasFailed: boolean;
}

export type OnQuery = (facts: QueryFacts) => void;

/** The pools of PostgreSQL connections of a process. SQLite has none. */
export type PoolName = "write" | "read" | "replica";

/** The connections of one pool. */
export interface PoolUse {
  /** The connections that run a query now. */
  busy: number;
  idle: number;
  /** The queries that wait for a connection. */
  waiting: number;
}

/**
 * Kysely's logger, which calls `onQuery` after each statement. It drops the values of the statement. A write that
 * the write pause refuses did not fail.
 */
export const queryLogger =
  (onQuery: OnQuery): Logger =>
  (event) => {
    const hasFailed = event.level === "error" && !(event.error instanceof DomainError);
    onQuery({ sql: event.query.sql, ms: event.queryDurationMillis, hasFailed });
  };

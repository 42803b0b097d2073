import type { Logger } from "kysely";
import { DomainError } from "../../../shared/problems/errors.ts";

/** A statement that ran, without its values. */
export interface QueryFacts {
  sql: string;
  /** How long the statement took, in ms. */
  ms: number;
  hasFailed: boolean;
}

export type OnQuery = (facts: QueryFacts) => void;

/**
 * Why a request was refused: its requester already waited for too many `connections` or for too long, or another transaction
 * held a `lock`.
 */
export type BusyReason = "connections" | "lock";

/** Called each time a request was refused because it would wait for too long. */
export type OnBusy = (reason: BusyReason) => void;

/** The connections to PostgreSQL that the archive can open, and the ones that it needs. */
export interface ConnectionNeed {
  /** The most connections that all processes of the archive open at once. */
  needed: number;
  /** The most connections that PostgreSQL accepts from this role. */
  allowed: number;
  /** Whether PostgreSQL refused a connection of this process in the last minute. */
  wasRefused: boolean;
}

/** The pools of PostgreSQL connections of a process. SQLite has none. */
export type PoolName = "write" | "read" | "replica";

/** The connections of one pool. */
export interface PoolUse {
  /** The connections that run a query now. */
  busy: number;
  idle: number;
  /** The transactions and queries that wait for a connection. */
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

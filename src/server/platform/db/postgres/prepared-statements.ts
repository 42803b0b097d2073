import { createHash } from "node:crypto";
import type { QueryResult } from "pg";

/** How many statements one connection keeps prepared. Proshno has fewer frequent queries. */
const MAX = 200;
/**
 * How often a statement runs before it is prepared; filters have too many combinations to prepare every
 * statement.
 */
const FREQUENT = 3;
/** How many statements are counted. */
const COUNTED = 5_000;
const READS = /^\s*(?:select|with)\b/i;
/**
 * A statement whose result changes if a newer version adds a column. A subquery that directly follows `*` names its columns, unless
 * it has a `*` too; no such statement joins it with a table.
 */
const ALL_COLUMNS = /(?:\bselect |\.)\*(?! from \(select\b)/i;
/**
 * PostgreSQL's error if the columns of a prepared statement changed, because a newer version has migrated.
 */
const CHANGED = { code: "0A000", message: /^cached plan must not change result type/ };
/**
 * PostgreSQL's errors for a statement that is missing or already exists: a pooler shares its connections
 * between clients.
 */
const POOLED = new Set(["26000", "42P05"]);

/** Counts statements, for all connections of one driver. */
export interface StatementUses {
  /** Counts one more use. @returns whether the statement is worth preparing */
  isFrequent(text: string): boolean;
  /** Whether a prepared statement lasts as long as its connection. */
  canPrepare: boolean;
}

export function countStatementUses(canPrepare = true): StatementUses {
  const uses = new Map<string, number>();
  return {
    canPrepare,
    isFrequent(text) {
      const before = uses.get(text) ?? 0;
      if (before === 0 && uses.size === COUNTED) uses.clear();
      uses.set(text, before + 1);
      return before >= FREQUENT;
    },
  };
}

export type RunStatement = (text: string, values: unknown[], name?: string) => Promise<QueryResult>;

/** The name is a hash of the text, so that equal names mean equal statements, even behind a pooler. */
const nameOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/**
 * Prepares the frequent queries of one connection. PostgreSQL then parses a statement once, and plans it once
 * if the plan does not depend on the values. For a list, planning takes longer than reading.
 * @param run sends a statement on the connection
 * @param isInTransaction whether a transaction is open on the connection: a statement that no longer matches its table
 * ends it, so `select *` is not prepared there
 * @returns a function like `run` that uses prepared statements
 */
export function preparing(
  uses: StatementUses,
  run: RunStatement,
  isInTransaction: () => boolean,
): RunStatement {
  const names = new Map<string, string>();
  /** Grows by 1 each time a prepared statement no longer matches its table. */
  let generation = 0;

  function isPrepared(text: string): boolean {
    if (!uses.canPrepare || !READS.test(text)) return false;
    if (isInTransaction() && ALL_COLUMNS.test(text)) return false;
    if (names.has(text)) return true;
    if (names.size === MAX || !uses.isFrequent(text)) return false;
    names.set(text, nameOf(text));
    return true;
  }
  const runPrepared = (text: string, values: unknown[]) =>
    run(text, values, `${names.get(text)}_${generation}`);

  return async (text, values) => {
    if (!isPrepared(text)) return run(text, values);
    try {
      return await runPrepared(text, values);
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      const isChanged = code === CHANGED.code && CHANGED.message.test(message);
      if (!isChanged && !POOLED.has(code)) throw error;
      uses.canPrepare &&= isChanged;
      generation += 1;
      try {
        return await (uses.canPrepare ? runPrepared(text, values) : run(text, values));
      } catch {
        // The first error ended the transaction, so the caller gets this error and may retry.
        throw error;
      }
    }
  };
}

import { sql, type SqlBool } from "kysely";
import type { Database } from "../../platform/index.ts";

/**
 * Whether an entry of the audit trail is valid: the decision at the desk that it belongs to was not undone for its item.
 * @param table the entry in the query
 */
export function isNotUndone(engine: Database["engine"], table: string) {
  const decisionOf = (name: string) => {
    const details = sql.ref(`${name}.details`);
    return engine === "postgres" ? sql`${details}::json ->> 'decision'` : sql`${details} ->> 'decision'`;
  };
  return sql<SqlBool>`not exists (select 1 from audit as undoing where undoing."targetId" = ${sql.ref(`${table}.targetId`)}
    and undoing.action = 'undoDecision' and ${decisionOf("undoing")} = ${decisionOf(table)})`;
}

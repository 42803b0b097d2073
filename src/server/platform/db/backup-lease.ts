import { sql, type SqlBool } from "kysely";
import type { Query } from "./schema/schema.ts";

/**
 * The setting with the lease of the running backup: its end in epoch milliseconds, a space, and its holder.
 * All ends have 13 digits until the year 2286, so they can be compared as text.
 */
export const BACKUP_LEASE = "backupLease";

/** Whether a backup is running, so that no bytes may be removed. @param now epoch milliseconds */
export async function isBackupRunning(db: Query, now: number): Promise<boolean> {
  const lease = db.selectFrom("setting").select("name").where("name", "=", BACKUP_LEASE);
  const valid = lease.where(sql<SqlBool>`value > ${String(now)}`);
  return (await valid.executeTakeFirst()) !== undefined;
}

import { sql, type SqlBool } from "kysely";
import type { Query } from "./schema/schema.ts";

/** The setting with the lease of the running backup: its end, as `leaseEnd` writes it, a space, and its holder. */
export const BACKUP_LEASE = "backupLease";
/** How long a lease is valid without renewal, in ms. */
export const LEASE_LENGTH = 120_000;

/** The end of a lease as a text of 13 digits, which compares like the number. @param time epoch milliseconds */
export const leaseEnd = (time: number): string => String(time).padStart(13, "0");

/**
 * Whether the lease in `value` is valid: it ends later than now. A lease that ends much later was written
 * while a clock was wrong.
 * @param now epoch milliseconds
 */
export const isLeaseValid = (now: number) =>
  sql<SqlBool>`(setting.value >= ${leaseEnd(now + 1)} and setting.value < ${leaseEnd(now + 2 * LEASE_LENGTH)})`;

/** Whether a backup is running, so that no bytes may be removed. @param now epoch milliseconds */
export async function isBackupRunning(db: Query, now: number): Promise<boolean> {
  const lease = db.selectFrom("setting").select("name").where("name", "=", BACKUP_LEASE);
  return (await lease.where(isLeaseValid(now)).executeTakeFirst()) !== undefined;
}

import { sql, type SqlBool } from "kysely";
import type { Query } from "./schema/schema.ts";

/** The setting with the lease of the running backup: its end, as `leaseEnd` writes it, a space, and its holder. */
export const BACKUP_LEASE = "backupLease";
/** How long a lease is valid without renewal, in ms. */
export const LEASE_LENGTH = 120_000;

/** Returns the end of a lease as a text of 13 digits, which compares like the number. @param time epoch milliseconds */
const leaseEnd = (time: number): string => String(time).padStart(13, "0");

/**
 * Whether the lease in `value` is valid: it ends later than now. A lease that ends much later was written
 * while a clock was wrong.
 * @param now epoch milliseconds
 */
const isLeaseValid = (now: number) =>
  sql<SqlBool>`(setting.value >= ${leaseEnd(now + 1)} and setting.value < ${leaseEnd(now + 2 * LEASE_LENGTH)})`;

/** Whether a backup is running, so that no bytes may be removed. @param now epoch milliseconds */
export async function isBackupRunning(db: Query, now: number): Promise<boolean> {
  const lease = db.selectFrom("setting").select("name").where("name", "=", BACKUP_LEASE);
  return (await lease.where(isLeaseValid(now)).executeTakeFirst()) !== undefined;
}

const leaseOf = (holder: string, until: number) => `${leaseEnd(until)} ${holder}`;
const heldBy = (holder: string) => sql<SqlBool>`value like ${`% ${holder}`}`;

/** Takes the lease if it is free or has expired. @returns whether the holder now has it */
export async function takeLease(db: Query, holder: string, now: number, until: number): Promise<boolean> {
  const value = leaseOf(holder, until);
  const row = await db
    .insertInto("setting")
    .values({ name: BACKUP_LEASE, value })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ value })
        .where((eb) => eb.not(isLeaseValid(now))),
    )
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}

/** Renews the lease. @returns whether the holder still had it */
export async function renewLease(db: Query, holder: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("setting")
    .set({ value: leaseOf(holder, until) })
    .where("name", "=", BACKUP_LEASE)
    .where(heldBy(holder))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the lease of a holder. */
export async function releaseLease(db: Query, holder: string): Promise<void> {
  await db.deleteFrom("setting").where("name", "=", BACKUP_LEASE).where(heldBy(holder)).execute();
}

import type { Database, UploadLockTable } from "../../platform/index.ts";

/** All SQL for upload locks. Times are epoch milliseconds. */
export function createUploadLocksRepo(db: Database) {
  const held = ({ id, holder }: Pick<UploadLockTable, "id" | "holder">) =>
    db.write.updateTable("uploadLock").where("id", "=", id).where("holder", "=", holder);

  return {
    /** @returns whether the holder now has the lock: it was free, or its lease had expired */
    async take({ id, holder, leaseUntil }: Omit<UploadLockTable, "wanted">, now: number): Promise<boolean> {
      const row = { id, holder, leaseUntil, wanted: 0 as const };
      const taken = await db.write
        .insertInto("uploadLock")
        .values(row)
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet(row).where("uploadLock.leaseUntil", "<=", now),
        )
        .returning("holder")
        .executeTakeFirst();
      return taken !== undefined;
    },

    find: (id: string): Promise<UploadLockTable | undefined> =>
      db.read.selectFrom("uploadLock").selectAll().where("id", "=", id).executeTakeFirst(),

    async want(id: string): Promise<void> {
      await db.write.updateTable("uploadLock").set({ wanted: 1 }).where("id", "=", id).execute();
    },

    async renew(lock: Pick<UploadLockTable, "id" | "holder">, leaseUntil: number): Promise<void> {
      await held(lock).set({ leaseUntil }).execute();
    },

    /** Releases a lock, and deletes locks whose lease expired before `lapsed`. */
    async release({ id, holder }: Pick<UploadLockTable, "id" | "holder">, lapsed: number): Promise<void> {
      await db.write
        .deleteFrom("uploadLock")
        .where((row) =>
          row.or([row("leaseUntil", "<", lapsed), row.and([row("id", "=", id), row("holder", "=", holder)])]),
        )
        .execute();
    },
  };
}

export type UploadLocksRepo = ReturnType<typeof createUploadLocksRepo>;

import type { Allowed } from "../../../shared/people/authorize.ts";
import type { AuditTable, Database, Query } from "../db/schema/schema.ts";

/** Adds an entry to the trail, in the transaction of the recorded action. */
export async function insertAudit(trx: Query, entry: AuditTable): Promise<void> {
  await trx.insertInto("audit").values(entry).execute();
}

export function createAuditRepo(db: Database) {
  return {
    /** A page of the trail, newest entry first. @param page zero-based */
    async list(_by: Allowed<"readAudit">, page: number, size: number): Promise<AuditTable[]> {
      return db.read
        .selectFrom("audit")
        .selectAll()
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(size)
        .offset(page * size)
        .execute();
    },

    async count(): Promise<number> {
      const { count } = await db.read
        .selectFrom("audit")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

export type AuditRepo = ReturnType<typeof createAuditRepo>;

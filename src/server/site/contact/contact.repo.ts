import type { Allowed } from "../../../shared/people/authorize.ts";
import { sql } from "kysely";
import { type ContactMessageTable, countCreated, type Database, type Query } from "../../platform/index.ts";

const INBOX_LIMIT = 500;

export function createContactRepo(db: Database) {
  return {
    /** @param also runs in the same transaction */
    async insert(message: ContactMessageTable, also: (within: Query) => Promise<void>): Promise<void> {
      await db.transaction(async (trx) => {
        await trx.insertInto("contactMessage").values(message).execute();
        await also(trx);
      });
    },

    /**
     * @param handledAt epoch milliseconds, or null for an open message
     * @returns whether the message changed
     */
    async setHandled(
      _by: Allowed<"readContactMessages">,
      id: string,
      handledAt: number | null,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db.write
        .updateTable("contactMessage")
        .set({ handledAt })
        .where("id", "=", id)
        .where("handledAt", handledAt === null ? "is not" : "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Counts messages. @param from inclusive @param to exclusive; both in epoch milliseconds */
    count: (from: number, to: number): Promise<number> => countCreated(db.read, "contactMessage", from, to),

    async exists(id: string): Promise<boolean> {
      const query = db.write.selectFrom("contactMessage").select("id").where("id", "=", id);
      return (await query.executeTakeFirst()) !== undefined;
    },

    /** Open messages, then handled messages; each group newest first. */
    async list(_by: Allowed<"readContactMessages">): Promise<ContactMessageTable[]> {
      return db.read
        .selectFrom("contactMessage")
        .selectAll()
        .orderBy(sql`case when "handledAt" is null then 0 else 1 end`)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(INBOX_LIMIT)
        .execute();
    },
  };
}

export type ContactRepo = ReturnType<typeof createContactRepo>;

import type { ContactMessageTable, Database, Query } from "../db/schema.ts";

const INBOX_LIMIT = 500;

export function createContactRepo(db: Database) {
  return {
    /** @param also more to write in the same transaction: both are kept, or neither */
    async insert(message: ContactMessageTable, also: (within: Query) => Promise<void>): Promise<void> {
      await db.write.transaction().execute(async (trx) => {
        await trx.insertInto("contactMessage").values(message).execute();
        await also(trx);
      });
    },

    /** Newest first. */
    async list(): Promise<ContactMessageTable[]> {
      return db.read
        .selectFrom("contactMessage")
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(INBOX_LIMIT)
        .execute();
    },
  };
}

export type ContactRepo = ReturnType<typeof createContactRepo>;

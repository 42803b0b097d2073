import type { ContactMessageTable, Database } from "../db/schema.ts";

const INBOX_LIMIT = 500;

export function createContactRepo(db: Database) {
  return {
    async insert(message: ContactMessageTable): Promise<void> {
      await db.write.insertInto("contactMessage").values(message).execute();
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

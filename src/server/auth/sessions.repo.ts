import type { Database, UserTable } from "../db/schema.ts";

/** Sessions as requests read them, from the reader, so that nobody waits behind a write; and their end. */
export function createSessionsRepo(db: Database) {
  return {
    /** Whose live session a token is. @param now ISO 8601 */
    async findUser(token: string, now: string): Promise<UserTable | undefined> {
      return db.read
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.userId")
        .selectAll("users")
        .where("sessions.token", "=", token)
        .where("sessions.expiresAt", ">", now)
        .executeTakeFirst();
    },

    async isSuspended(userId: string): Promise<boolean> {
      const query = db.read.selectFrom("users").select("id").where("id", "=", userId);
      return (await query.where("suspendedAt", "is not", null).executeTakeFirst()) !== undefined;
    },

    async end(token: string): Promise<void> {
      await db.write.deleteFrom("sessions").where("token", "=", token).execute();
    },
  };
}

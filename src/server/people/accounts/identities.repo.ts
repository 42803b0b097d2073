import { type Database, type IdentityTable, lockUser, type UserTable } from "../../platform/index.ts";
import { insertUser } from "./accounts.repo.ts";
import type { Notify } from "./email-links.repo.ts";

/** SQL for people's identities at providers. */
export function createIdentitiesRepo(db: Database) {
  /** The person with this identity. */
  async function findUser({
    provider,
    subject,
  }: Pick<IdentityTable, "provider" | "subject">): Promise<UserTable | undefined> {
    return db.write
      .selectFrom("identity")
      .innerJoin("users", "users.id", "identity.userId")
      .selectAll("users")
      .where("provider", "=", provider)
      .where("subject", "=", subject)
      .executeTakeFirst();
  }

  return {
    findUser,

    async has(userId: string, provider: string): Promise<boolean> {
      const identity = db.read.selectFrom("identity").select("subject").where("userId", "=", userId);
      return (await identity.where("provider", "=", provider).executeTakeFirst()) !== undefined;
    },

    /**
     * Creates an account with an identity.
     * @returns false if the email or the identity already has an account
     */
    async insertUser(user: UserTable, identity: IdentityTable): Promise<boolean> {
      const made = db.transaction(async (trx) => {
        if (!(await insertUser(trx, user, undefined))) return false;
        await trx.insertInto("identity").values(identity).execute();
        return true;
      });
      return made.catch(async (error: unknown) => {
        // If two requests with one identity arrive at the same time, the unique constraint rejects the second
        // insert.
        if (await findUser(identity)) return false;
        throw error;
      });
    },

    /**
     * Connects an identity to an account, if the owner's session still exists.
     * @returns `taken` if any account, even the owner's, already has the identity
     */
    insert: (
      identity: IdentityTable,
      sessionId: string,
      notify: Notify,
    ): Promise<"inserted" | "taken" | "ended"> =>
      db.transaction(async (trx) => {
        await lockUser(trx, db.engine, identity.userId);
        const session = trx.selectFrom("session").select("id").where("id", "=", sessionId);
        if (!(await session.where("userId", "=", identity.userId).executeTakeFirst())) return "ended";
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("identity")
          .values(identity)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return "taken";
        await notify(trx);
        return "inserted";
      }),

    /** Removes a person's identities at a provider, if the person has a password to log in with. */
    remove: (userId: string, provider: string, notify: Notify): Promise<"removed" | "gone" | "last"> =>
      db.transaction(async (trx) => {
        await lockUser(trx, db.engine, userId);
        const identity = trx.selectFrom("identity").select("subject").where("userId", "=", userId);
        if (!(await identity.where("provider", "=", provider).executeTakeFirst())) return "gone";
        const password = trx.selectFrom("password").select("userId").where("userId", "=", userId);
        if (!(await password.executeTakeFirst())) return "last";
        await trx
          .deleteFrom("identity")
          .where("userId", "=", userId)
          .where("provider", "=", provider)
          .execute();
        await notify(trx);
        return "removed";
      }),
  };
}

export type IdentitiesRepo = ReturnType<typeof createIdentitiesRepo>;

import { endSessions } from "../auth/sessions.repo.ts";
import { type Database, lockUser, type Query } from "../../platform/index.ts";
import { type Notify, setPassword, useUp } from "./email-links.repo.ts";

/** The person who changes their own account, and their session. */
export interface AccountSession {
  userId: string;
  sessionId: string;
  /** The time of the change, in epoch milliseconds. */
  now: number;
}

/** `gone` means that the link belongs to another person or no longer works. */
type EmailChange = "changed" | "gone" | "taken";

/** SQL for a person's changes to their own login. The same transaction ends the person's other sessions. */
export function createCredentialsRepo(db: Database) {
  return {
    /**
     * @param setAt when the proved password was set; undefined without a password
     * @returns false if the password has changed since then
     */
    changePassword: (
      { userId, sessionId, now }: AccountSession,
      setAt: number | undefined,
      hash: string,
      notify: Notify,
    ): Promise<boolean> =>
      db.transaction(async (trx) => {
        await lockUser(trx, db.engine, userId);
        const password = trx.selectFrom("password").select("changedAt").where("userId", "=", userId);
        if ((await password.executeTakeFirst())?.changedAt !== setAt) return false;
        await setPassword(trx, userId, hash, now);
        await endSessions(trx, userId, sessionId);
        await notify(trx);
        return true;
      }),

    /** @param tokenHash of the mailed link; undefined if the site does not verify emails */
    async changeEmail(
      { userId, sessionId, now }: AccountSession,
      email: string,
      tokenHash: string | undefined,
      notify: Notify,
    ): Promise<EmailChange> {
      const changed = db.transaction(async (trx): Promise<EmailChange> => {
        const user = await lockUser(trx, db.engine, userId);
        if (!user) return "gone";
        if (tokenHash !== undefined) {
          const link = await useUp(trx, "changeEmail", { tokenHash, now });
          if (link?.userId !== userId || link.email !== email) return "gone";
        }
        if (await ownerOf(trx, email)) return "taken";
        const emailVerifiedAt = tokenHash === undefined ? null : now;
        await trx
          .updateTable("users")
          .set({ email, emailVerifiedAt, updatedAt: now })
          .where("id", "=", userId)
          .execute();
        await trx.deleteFrom("emailToken").where("userId", "=", userId).execute();
        await endSessions(trx, userId, sessionId);
        await notify(trx);
        return "changed";
      });
      return changed.catch(async (error: unknown): Promise<EmailChange> => {
        // If two people take an address at the same time, the unique constraint rejects the second update.
        const owner = await ownerOf(db.write, email);
        if (owner === undefined || owner === userId) throw error;
        return "taken";
      });
    },
  };
}

async function ownerOf(trx: Query, email: string): Promise<string | undefined> {
  const owner = trx.selectFrom("users").select("id").where("email", "=", email);
  return (await owner.executeTakeFirst())?.id;
}

export type CredentialsRepo = ReturnType<typeof createCredentialsRepo>;

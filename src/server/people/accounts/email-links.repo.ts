import { sql } from "kysely";
import {
  type Database,
  type EmailTokenPurpose,
  type EmailTokenTable,
  type IdentityTable,
  lockUser,
  type Query,
  type UserTable,
} from "../../platform/index.ts";
import { endSessions } from "../auth/sessions.repo.ts";
import { insertUser } from "./accounts.repo.ts";
import { endsAtReset } from "./reset-identities.ts";

/** Any number; this one's locks wait for each other and for nothing else. */
const SIGN_UP_LOCK = 21_112_103;

/** Orders mails inside a transaction. */
export type Notify = (within: Query) => Promise<void>;

/** The issuers that a password reset kept, and the ones that it disconnected. */
export interface ResetProviders {
  kept: string[];
  ended: string[];
}

/** A link that was followed, by the hash of its token. Times are epoch milliseconds. */
interface Followed {
  tokenHash: string;
  now: number;
}

/** All SQL of mailed links, and of what following one does. Each link is used up in the transaction of its effect. */
export function createEmailLinksRepo(db: Database) {
  return {
    /** Keeps a link, and forgets those that ran out. @param now epoch milliseconds */
    async insert(link: EmailTokenTable, now: number): Promise<void> {
      // Each by itself: other people's links are not held while this one waits for its person.
      await db.write.insertInto("emailToken").values(link).execute();
      await db.write.deleteFrom("emailToken").where("expiresAt", "<=", now).execute();
    },

    async find(
      purpose: EmailTokenPurpose,
      { tokenHash, now }: Followed,
    ): Promise<EmailTokenTable | undefined> {
      return db.read
        .selectFrom("emailToken")
        .selectAll()
        .where("tokenHash", "=", tokenHash)
        .where("purpose", "=", purpose)
        .where("expiresAt", ">", now)
        .executeTakeFirst();
    },

    /** Makes the person of a sign-up; its other links die. @param hash of the password */
    signUp: (followed: Followed, user: UserTable, hash: string): Promise<"made" | "gone" | "taken"> =>
      db.transaction(async (trx) => {
        // Links of one address that are followed at once would wait for each other's rows in a circle.
        if (db.engine === "postgres")
          await sql`select pg_advisory_xact_lock(${SIGN_UP_LOCK}, hashtext(${user.email}))`.execute(trx);
        if (!(await useUp(trx, "signUp", followed))) return "gone";
        await trx
          .deleteFrom("emailToken")
          .where("email", "=", user.email)
          .where("purpose", "=", "signUp")
          .execute();
        return (await insertUser(trx, user, hash)) ? "made" : "taken";
      }),

    /** The providers that open a person's account, the newest first. @param now epoch milliseconds */
    async identities(userId: string, now: number): Promise<ResetIdentity[]> {
      const user = await db.read.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
      return user ? identitiesOf(db.read, user, now) : [];
    },

    /**
     * Sets a password, ends every session of the person, disconnects doubtful identities, and ends the person's other
     * links.
     * @param endsAll whether to disconnect every identity
     * @param notify gets the kept and the disconnected providers
     */
    resetPassword: (
      followed: Followed,
      { hash, endsAll }: { hash: string; endsAll: boolean },
      notify: (within: Query, providers: ResetProviders) => Promise<void>,
    ): Promise<boolean> =>
      db.transaction(async (trx) => {
        const link = trx
          .selectFrom("emailToken")
          .select("userId")
          .where("tokenHash", "=", followed.tokenHash);
        const userId = (await link.executeTakeFirst())?.userId;
        // The person before the link, as in every change of theirs: otherwise two would wait in a circle.
        const user = userId && (await lockUser(trx, db.engine, userId));
        if (!user || !(await useUp(trx, "resetPassword", followed))) return false;
        await setPassword(trx, user.id, hash, followed.now);
        await endSessions(trx, user.id);
        const identities = await identitiesOf(trx, user, followed.now);
        const [ended, kept] = [true, false].map((ends) =>
          identities.filter((one) => (endsAll || one.endsAtReset) === ends),
        ) as [ResetIdentity[], ResetIdentity[]];
        for (const { provider, subject } of ended) {
          await trx
            .deleteFrom("identity")
            .where("provider", "=", provider)
            .where("subject", "=", subject)
            .execute();
        }
        // A person who reads the mail has shown that the address is theirs.
        await trx
          .updateTable("users")
          .set({ emailVerifiedAt: user.emailVerifiedAt ?? followed.now })
          .where("id", "=", user.id)
          .execute();
        const issuers = (list: ResetIdentity[]) => [...new Set(list.map(({ provider }) => provider))];
        await notify(trx, { kept: issuers(kept), ended: issuers(ended) });
        return true;
      }),
  };
}

/** An identity, and whether a password reset disconnects it. */
export type ResetIdentity = Pick<IdentityTable, "provider" | "subject" | "createdAt"> & {
  endsAtReset: boolean;
};

async function identitiesOf(trx: Query, user: UserTable, now: number): Promise<ResetIdentity[]> {
  const rows = trx
    .selectFrom("identity")
    .select(["provider", "subject", "createdAt"])
    .where("userId", "=", user.id)
    .orderBy("createdAt", "desc")
    .orderBy("subject");
  return (await rows.execute()).map((row) => ({ ...row, endsAtReset: endsAtReset(row, user, now) }));
}

/** @returns the link, which no longer works; undefined if it no longer worked before */
export async function useUp(
  trx: Query,
  purpose: EmailTokenPurpose,
  { tokenHash, now }: Followed,
): Promise<EmailTokenTable | undefined> {
  return trx
    .deleteFrom("emailToken")
    .where("tokenHash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Sets a person's password; links that were mailed to them before die. @param now epoch milliseconds */
export async function setPassword(trx: Query, userId: string, hash: string, now: number): Promise<void> {
  const row = { userId, hash, changedAt: now };
  await trx
    .insertInto("password")
    .values(row)
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ hash, changedAt: now }))
    .execute();
  await trx.deleteFrom("emailToken").where("userId", "=", userId).execute();
}

export type EmailLinksRepo = ReturnType<typeof createEmailLinksRepo>;

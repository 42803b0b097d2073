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

/** A password reset disconnects provider logins that are younger than this: 30 days, in ms. */
const DOUBTFUL = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether a password reset disconnects an identity. A thief may have connected a recent identity, or created
 * the account while its address was unconfirmed or different. The identity that created the account stays
 * connected if the address never changed, because the provider confirmed that address.
 * @param now epoch milliseconds
 */
function endsAtReset(
  { createdAt }: Pick<IdentityTable, "createdAt">,
  user: Pick<UserTable, "createdAt" | "emailVerifiedAt">,
  now: number,
): boolean {
  if (user.emailVerifiedAt === null) return true;
  const hasFirstAddress = user.emailVerifiedAt <= user.createdAt;
  if (hasFirstAddress && createdAt <= user.createdAt) return false;
  // An identity from before the confirmation of the address proves nothing about this address.
  return Math.max(createdAt, user.emailVerifiedAt) > now - DOUBTFUL;
}

/** An arbitrary key for the advisory lock of sign-ups. No other code uses it. */
const SIGN_UP_LOCK = 21_112_103;

/** Enqueues mails inside a transaction. */
export type Notify = (within: Query) => Promise<void>;

/** The issuers that a password reset kept, and the issuers that it disconnected. */
export interface ResetProviders {
  kept: string[];
  ended: string[];
}

/** A link that a person opened, by the hash of its token. Times are epoch milliseconds. */
interface Followed {
  tokenHash: string;
  now: number;
}

/** SQL for mailed links and their effects. The transaction of the effect also deletes the link. */
export function createEmailLinksRepo(db: Database) {
  return {
    /** Stores a link, and deletes expired links. @param now epoch milliseconds */
    async insert(link: EmailTokenTable, now: number): Promise<void> {
      // Two separate statements, so that other people's links are not locked while the first statement waits
      // for the person's row.
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

    /**
     * Creates the account of a sign-up, and deletes other sign-up links of the address.
     * @param hash of the password
     */
    signUp: (followed: Followed, user: UserTable, hash: string): Promise<"made" | "gone" | "taken"> =>
      db.transaction(async (trx) => {
        // Without this lock, two links of one address that are opened at the same time could deadlock.
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

    /** The provider identities of a person, newest first. @param now epoch milliseconds */
    async identities(userId: string, now: number): Promise<ResetIdentity[]> {
      const user = await db.read.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
      return user ? identitiesOf(db.read, user, now) : [];
    },

    /**
     * Sets a password, ends all sessions and other links of the person, and disconnects doubtful identities.
     * @param endsAll whether to disconnect every identity
     * @param notify receives the kept and the disconnected providers
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
        // Locks the person before the link, as all changes of a person do. A different order could cause a
        // deadlock.
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
        // The reset link proves that the person can read the mailbox.
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

/** @returns the used link; undefined if the link no longer worked */
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

/**
 * Sets a person's password, and deletes the links that were mailed to them before.
 * @param now epoch milliseconds
 */
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

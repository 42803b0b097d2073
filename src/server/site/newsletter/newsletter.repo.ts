import type { Allowed } from "../../../shared/people/authorize.ts";
import type { Database, Query, SubscriptionTable } from "../../platform/index.ts";

/**
 * A link that a person opened, by the hash of its token, and the time after which links are valid, in epoch
 * milliseconds.
 */
interface Followed {
  confirmHash: string;
  since: number;
}

/** The rule for mailing another link to the same address. */
interface Pause {
  /** The job that mails the link. */
  askedBy: string;
  /** A new link is allowed if the last one was mailed before this time, in epoch milliseconds. */
  before: number;
}

export function createNewsletterRepo(db: Database) {
  return {
    /** Adds an address to the list. An existing subscription does not change. */
    async insert(row: SubscriptionTable): Promise<void> {
      await db.write
        .insertInto("subscription")
        .values(row)
        .onConflict((conflict) => conflict.column("email").doNothing())
        .execute();
    },

    /**
     * Stores a confirmation link, and deletes expired links.
     * @param expired links from before this time have expired
     * @returns whether to mail the link: false for a subscriber, and for an address that recently received a
     * link
     */
    async ask(row: SubscriptionTable, { askedBy, before }: Pause, expired: number): Promise<boolean> {
      return db.transaction(async (trx) => {
        await trx
          .deleteFrom("subscription")
          .where("confirmedAt", "is", null)
          .where("askedAt", "<=", expired)
          .execute();
        const { id: _id, email: _email, leaveToken: _leave, ...link } = row;
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("subscription")
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column("email")
              .doUpdateSet(link)
              .where("subscription.confirmedAt", "is", null)
              .where((eb) =>
                eb.or([eb("subscription.askedAt", "<=", before), eb("subscription.askedBy", "=", askedBy)]),
              ),
          )
          .executeTakeFirstOrThrow();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      });
    },

    async findAsked({ confirmHash, since }: Followed): Promise<SubscriptionTable | undefined> {
      return db.read
        .selectFrom("subscription")
        .selectAll()
        .where("confirmHash", "=", confirmHash)
        .where("askedAt", ">", since)
        .executeTakeFirst();
    },

    /**
     * Confirms a subscription and deletes the used link.
     * @param welcome enqueues the first mail inside the transaction
     * @returns whether the link still worked
     */
    async confirm(
      { confirmHash, since }: Followed,
      now: number,
      welcome: (row: SubscriptionTable, within: Query) => Promise<void>,
    ): Promise<boolean> {
      return db.transaction(async (trx) => {
        const row = await trx
          .updateTable("subscription")
          .set({ confirmedAt: now, confirmHash: null, askedBy: null })
          .where("confirmHash", "=", confirmHash)
          .where("askedAt", ">", since)
          .returningAll()
          .executeTakeFirst();
        if (row) await welcome(row, trx);
        return row !== undefined;
      });
    },

    async findByLeaveToken(leaveToken: string): Promise<SubscriptionTable | undefined> {
      return db.read
        .selectFrom("subscription")
        .selectAll()
        .where("leaveToken", "=", leaveToken)
        .executeTakeFirst();
    },

    /** A page of subscribers, ordered by the time of their subscription. @param page zero-based */
    async list(
      _by: Allowed<"readSubscriptions">,
      page: number,
      size: number,
    ): Promise<{ email: string; confirmedAt: number }[]> {
      return db.read
        .selectFrom("subscription")
        .select((eb) => ["email", eb.ref("confirmedAt").$notNull().as("confirmedAt")])
        .where("confirmedAt", "is not", null)
        .orderBy("confirmedAt")
        .orderBy("id")
        .limit(size)
        .offset(page * size)
        .execute();
    },

    async count(_by: Allowed<"readSubscriptions">): Promise<number> {
      const { count } = await db.read
        .selectFrom("subscription")
        .where("confirmedAt", "is not", null)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    async remove(leaveToken: string): Promise<void> {
      await db.write.deleteFrom("subscription").where("leaveToken", "=", leaveToken).execute();
    },
  };
}

/** Deletes the subscription of an email. */
export async function deleteSubscription(trx: Query, email: string): Promise<void> {
  await trx.deleteFrom("subscription").where("email", "=", email).execute();
}

export type NewsletterRepo = ReturnType<typeof createNewsletterRepo>;

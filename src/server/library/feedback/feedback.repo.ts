import type { Allowed } from "../../../shared/people/authorize.ts";
import { sql } from "kysely";
import type { Actor, User } from "../../../shared/people/policy.ts";
import {
  type Act,
  type Database,
  insertItemAudit,
  type RatingTable,
  type ReportTable,
  type VoteTable,
} from "../../platform/index.ts";
import { notifyContributor } from "../notices/insert-notices.repo.ts";
import { visible } from "../items/resource-filter.repo.ts";
import { resourceRows, type ResourceRow } from "../items/resource-rows.repo.ts";
import { closeReports } from "../items/close-reports.repo.ts";

/** How many readers found an answer helpful, how many did not, and the reader's own vote. */
export interface Votes {
  yes: number;
  no: number;
  own?: "yes" | "no" | undefined;
}

/** An item with its open reports. */
export interface ReportedItem {
  item: ResourceRow;
  reports: ReportTable[];
}

/** The maximum number of reported items on a page. */
const REPORTED_LIMIT = 100;

/** The number of an item's answers that are searched for a person's answers and votes. */
const CHECKED_ANSWERS = 200;

/** A person's vote on an item. */
interface Vote {
  itemId: string;
  voter: Allowed<"vote">;
}

export function createFeedbackRepo(db: Database) {
  return {
    /**
     * Stores a person's vote, which replaces the person's earlier vote on the same item. A first helpful vote tells
     * the person who answered.
     */
    vote: ({ voter, ...vote }: Vote & Omit<VoteTable, "userId">): Promise<void> =>
      db.transaction(async (trx) => {
        const { helpful, votedAt, itemId } = vote;
        await trx
          .insertInto("vote")
          .values({ ...vote, userId: voter.id })
          .onConflict((conflict) => conflict.columns(["itemId", "userId"]).doUpdateSet({ helpful, votedAt }))
          .execute();
        if (helpful !== 1) return;
        const notice = { event: "helpful", itemId, source: `${itemId} ${voter.id}` } as const;
        await notifyContributor(trx, { by: voter, at: votedAt }, notice);
      }),

    async takeBack({ itemId, voter }: Vote): Promise<void> {
      await db.write.deleteFrom("vote").where("itemId", "=", itemId).where("userId", "=", voter.id).execute();
    },

    /** The votes on a parent's items that the reader sees, by item id. An item without votes has no entry. */
    async votesBelow(parentId: string, actor: Actor): Promise<Record<string, Votes>> {
      const own = actor?.id ?? "";
      const found = await db.read
        .selectFrom("vote")
        .innerJoin("resource", "resource.id", "vote.itemId")
        .where("resource.parentId", "=", parentId)
        .where(visible(actor))
        .groupBy("vote.itemId")
        .select([
          "vote.itemId",
          sql<number>`sum(vote.helpful)`.as("yes"),
          sql<number>`sum(1 - vote.helpful)`.as("no"),
          sql<number | null>`max(case when vote."userId" = ${own} then vote.helpful end)`.as("own"),
        ])
        .execute();
      return Object.fromEntries(
        found.map(({ itemId, yes, no, own: mine }) => [
          itemId,
          { yes: Number(yes), no: Number(no), own: mine === null ? undefined : mine === 1 ? "yes" : "no" },
        ]),
      );
    },

    /** Stores a person's rating, which replaces the person's earlier rating of the same item. */
    async rate({
      rater,
      ...rating
    }: Omit<RatingTable, "userId"> & { rater: Allowed<"rate"> }): Promise<void> {
      const { halves, ratedAt } = rating;
      await db.write
        .insertInto("rating")
        .values({ ...rating, userId: rater.id })
        .onConflict((conflict) => conflict.columns(["itemId", "userId"]).doUpdateSet({ halves, ratedAt }))
        .execute();
    },

    /**
     * Whether an item is the person's, or the person answered it, rated it or voted on one of its answers. Also true if the
     * item has more than `CHECKED_ANSWERS` answers, so that the work has a limit.
     */
    async hasPart(itemId: string, { id }: User): Promise<boolean> {
      const { rows } = await sql`
        with answer as (select id, "uploaderId" from resource where "parentId" = ${itemId}
          limit ${sql.lit(CHECKED_ANSWERS + 1)})
        select 1 from resource where id = ${itemId} and "uploaderId" = ${id}
        union all select 1 from rating where "itemId" = ${itemId} and "userId" = ${id}
        union all select 1 where (select count(*) from answer) > ${sql.lit(CHECKED_ANSWERS)}
        union all select 1 from answer where "uploaderId" = ${id} or exists (
          select 1 from vote where vote."itemId" = answer.id and vote."userId" = ${id})
        limit 1`.execute(db.read);
      return rows.length > 0;
    },

    /** A person's own rating, in half stars. */
    async ownRating(itemId: string, person: User): Promise<number | undefined> {
      const row = await db.read
        .selectFrom("rating")
        .select("halves")
        .where("itemId", "=", itemId)
        .where("userId", "=", person.id)
        .executeTakeFirst();
      return row?.halves;
    },

    async report(report: ReportTable): Promise<void> {
      await db.write.insertInto("report").values(report).execute();
    },

    /**
     * Items with open reports, the most recently reported first. The reports of each item are sorted newest
     * first.
     */
    async listReported(_by: Allowed<"readReports">): Promise<ReportedItem[]> {
      const rows = await resourceRows(db.read)
        .innerJoin(
          (query) =>
            query
              .selectFrom("report")
              .where("handledAt", "is", null)
              .groupBy("itemId")
              .select((eb) => ["itemId", eb.fn.max("createdAt").as("newest")])
              .as("open"),
          (join) => join.onRef("open.itemId", "=", "resource.id"),
        )
        .orderBy("open.newest", "desc")
        .orderBy("resource.id", "desc")
        .limit(REPORTED_LIMIT)
        .execute();
      if (rows.length === 0) return [];
      const reports = await db.read
        .selectFrom("report")
        .selectAll()
        .where("handledAt", "is", null)
        .where(
          "itemId",
          "in",
          rows.map(({ id }) => id),
        )
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .execute();
      const byItem = Map.groupBy(reports, ({ itemId }) => itemId);
      return rows.map((item) => ({ item, reports: byItem.get(item.id) ?? [] }));
    },

    /**
     * Closes the open reports of an item.
     * @param until reports after this time (epoch milliseconds) stay open
     * @returns the number of closed reports
     */
    async dismiss(itemId: string, until: number, act: Act<"readReports">): Promise<number> {
      return db.transaction(async (trx) => {
        const dismissed = await closeReports(trx, itemId, act.at, until);
        if (dismissed > 0) await insertItemAudit(trx, { ...act, action: "dismissReports", itemId });
        return dismissed;
      });
    },
  };
}

export type FeedbackRepo = ReturnType<typeof createFeedbackRepo>;

import { verifiedEmail } from "../../people/index.ts";
import { type Database, newId, type Query, type ResourceTable } from "../../platform/index.ts";

/** An item with a broken link, and the email of its contributor. */
export interface BrokenLink {
  item: Pick<ResourceTable, "id" | "kind" | "title">;
  /** The contributor's email, if it is verified and the account is not suspended. */
  email: string | undefined;
}

/** Runs in the same transaction as the report. */
export type Also = (broken: BrokenLink, within: Query) => Promise<void>;

export interface BrokenLinkReport {
  itemId: string;
  /** A keyed hash of the reporter, so that the table doesn't show who reported the link. */
  reporter: string;
  /** The time of the report, in epoch milliseconds. */
  now: number;
}

export function createBrokenLinksRepo(db: Database) {
  /**
   * Reads the item. On PostgreSQL, where writers run in parallel, it also locks the row, so that reports are
   * counted one at a time.
   */
  async function locked(trx: Query, id: string) {
    const query = trx
      .selectFrom("resource")
      .select(["id", "kind", "title", "link", "uploaderId"])
      .where("id", "=", id);
    return (db.engine === "postgres" ? query.forUpdate() : query).executeTakeFirst();
  }

  /**
   * Whether an automatic report is open, and when admins closed the last automatic report (epoch
   * milliseconds, or 0).
   */
  async function reported(trx: Query, itemId: string): Promise<{ isOpen: boolean; settledAt: number }> {
    const rows = await trx
      .selectFrom("report")
      .select("handledAt")
      .where("itemId", "=", itemId)
      .where("reason", "=", "brokenLink")
      .where("userId", "is", null)
      .execute();
    return {
      isOpen: rows.some(({ handledAt }) => handledAt === null),
      settledAt: Math.max(0, ...rows.map(({ handledAt }) => handledAt ?? 0)),
    };
  }

  /** Adds a report of the item to the reports that admins see. */
  async function queue(trx: Query, id: string, now: number, also: Also): Promise<void> {
    const item = await locked(trx, id);
    if (!item) return;
    const report = { id: newId(now), itemId: id, userId: null, reason: "brokenLink", comment: "" } as const;
    await trx
      .insertInto("report")
      .values({ ...report, createdAt: now })
      .execute();
    await also({ item, email: await verifiedEmail(trx, item.uploaderId) }, trx);
  }

  return {
    /**
     * Counts a reader's report that the item's current link is broken. Reports about an earlier link, or from
     * before admins closed the last report, don't count.
     * @param enough the number of reporters after which admins see the item
     * @returns "noted" for a new report, "again" for a repeated report, "queued" if the report puts the item
     * in the admins' list; undefined for an item without a link
     */
    async report(
      { itemId, reporter, now }: BrokenLinkReport,
      enough: number,
      also: Also,
    ): Promise<"noted" | "again" | "queued" | undefined> {
      return db.transaction(async (trx) => {
        const link = (await locked(trx, itemId))?.link;
        if (!link) return undefined;
        const { isOpen, settledAt } = await reported(trx, itemId);
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("brokenLink")
          .values({ itemId, reporter, link, reportedAt: now })
          .onConflict((conflict) =>
            conflict
              .columns(["itemId", "reporter"])
              .doUpdateSet({ link, reportedAt: now })
              .where((eb) =>
                eb.or([eb("brokenLink.link", "!=", link), eb("brokenLink.reportedAt", "<=", settledAt)]),
              ),
          )
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) return "again";
        const { count } = await trx
          .selectFrom("brokenLink")
          .where("itemId", "=", itemId)
          .where("link", "=", link)
          .where("reportedAt", ">", settledAt)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (isOpen || Number(count) < enough) return "noted";
        await queue(trx, itemId, now, also);
        return "queued";
      });
    },

    /** Reports an item after a failed link check, unless an automatic report is already open. */
    async queue(itemId: string, now: number, also: Also): Promise<void> {
      await db.transaction(async (trx) => {
        await locked(trx, itemId);
        if (!(await reported(trx, itemId)).isOpen) await queue(trx, itemId, now, also);
      });
    },
  };
}

export type BrokenLinksRepo = ReturnType<typeof createBrokenLinksRepo>;

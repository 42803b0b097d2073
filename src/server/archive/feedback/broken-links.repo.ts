import { type Database, newId, type Query, type ResourceTable } from "../../platform/index.ts";

/** A link that leads nowhere: of which item, and whom to tell. */
export interface BrokenLink {
  item: Pick<ResourceTable, "id" | "kind" | "title">;
  /** The contributor's address, if it was shown to be theirs. */
  email: string | undefined;
}

/** Written in the same transaction as the report. */
export type Also = (broken: BrokenLink, within: Query) => Promise<void>;

export interface BrokenLinkReport {
  itemId: string;
  /** The reporter, in a form that names nobody. */
  reporter: string;
  /** Epoch milliseconds. */
  now: number;
}

export function createBrokenLinksRepo(db: Database) {
  /** The item as it is now; on PostgreSQL, where writers run side by side, nobody else counts for it meanwhile. */
  async function locked(trx: Query, id: string) {
    const query = trx
      .selectFrom("resource")
      .select(["id", "kind", "title", "link", "uploaderId"])
      .where("id", "=", id);
    return (db.engine === "postgres" ? query.forUpdate() : query).executeTakeFirst();
  }

  async function verifiedEmail(trx: Query, userId: string | null): Promise<string | undefined> {
    if (userId === null) return undefined;
    const person = await trx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .where("emailVerifiedAt", "is not", null)
      .where("suspendedAt", "is", null)
      .executeTakeFirst();
    return person?.email;
  }

  /** Whether a report of ours awaits an admin, and when they settled the last one, in epoch milliseconds or 0. */
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

  /** Puts an item among the reports that admins look at. */
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
     * Counts somebody's word that the link which an item has now leads nowhere. What was said of another one is past,
     * and what was said before admins settled the item's report.
     * @param enough so many different people queue the item, where no report of it is open
     * @returns whether they said so before, or are the one who was still missing; undefined for an item without link
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

    /** Reports an item after a failed link check, unless it has an open report. */
    async queue(itemId: string, now: number, also: Also): Promise<void> {
      await db.transaction(async (trx) => {
        await locked(trx, itemId);
        if (!(await reported(trx, itemId)).isOpen) await queue(trx, itemId, now, also);
      });
    },
  };
}

export type BrokenLinksRepo = ReturnType<typeof createBrokenLinksRepo>;

import { type RawBuilder, sql, type SqlBool } from "kysely";
import { factLines } from "../../../shared/facets/facets.ts";
import {
  defaultFrequencies,
  type NoticeEvent,
  noticeEvents,
  type NoticeFrequency,
} from "../../../shared/people/notices.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { Database, NoticeTable, Query, ResourceTable } from "../../platform/index.ts";

/** The condition for the items that a person may open, on the table `resource`. */
export type MayOpenItem = (actor: Actor) => RawBuilder<SqlBool>;

/** A notice with the texts of its item. For an answer, they are the texts of its question. */
export interface NoticeRow
  extends
    Pick<NoticeTable, "id" | "event" | "itemId" | "details" | "visibleAt" | "readAt">,
    Pick<
      ResourceTable,
      | "kind"
      | "title"
      | "parentId"
      | "status"
      | "returned"
      | "removedFrom"
      | "code"
      | "subject"
      | "year"
      | (typeof examFacets)[number]
      | "uploaderId"
    > {}

/** The greatest number of notices that a person keeps. The hourly sweep removes the oldest others. */
export const MAX_NOTICES = 500;
/** An unread count stops here, so that it is fast. */
export const MAX_COUNTED = 100;

/**
 * The notices that a person sees now. A notice is hidden while its item is hidden from this person. An admin sees
 * the same notices as a student, so that a mail says no more than a page.
 */
export function seenNotices(db: Query, userId: string, now: number, mayOpenItem: MayOpenItem) {
  const person = { id: userId, email: "", displayName: "", photoURL: null, role: "student" as const };
  return db
    .selectFrom("notice")
    .innerJoin("resource", "resource.id", "notice.itemId")
    .where("notice.userId", "=", userId)
    .where("notice.visibleAt", "<=", now)
    .where(mayOpenItem(person));
}

/** The facets that name an exam beside its year. */
export const examFacets = factLines.exam.filter((name) => name !== "year");

/** The columns of `NoticeRow`. */
export const noticeRows = (query: ReturnType<typeof seenNotices>) =>
  query
    .leftJoin("resource as parent", "parent.id", "resource.parentId")
    .select((eb) => [
      "notice.id",
      "notice.event",
      "notice.itemId",
      "notice.details",
      "notice.visibleAt",
      "notice.readAt",
      "resource.kind",
      "resource.title",
      "resource.parentId",
      "resource.status",
      "resource.returned",
      "resource.removedFrom",
      "resource.uploaderId",
      eb.fn.coalesce("parent.code", "resource.code").as("code"),
      eb.fn.coalesce("parent.subject", "resource.subject").as("subject"),
      eb.fn.coalesce("parent.year", "resource.year").as("year"),
      ...examFacets.map((name) =>
        eb.fn.coalesce(`parent.${name}` as const, `resource.${name}` as const).as(name),
      ),
    ]);

/** How often a person gets mails about each event. */
export async function frequenciesOf(
  db: Query,
  userId: string,
): Promise<Record<NoticeEvent, NoticeFrequency>> {
  const rows = await db
    .selectFrom("noticeSetting")
    .select(["event", "frequency"])
    .where("userId", "=", userId)
    .execute();
  return { ...defaultFrequencies, ...Object.fromEntries(rows.map((row) => [row.event, row.frequency])) };
}

/**
 * Locks the planning of a person's mails until the transaction ends. All code that changes several notices of a
 * person does this first, so that two writers never wait for each other.
 * @returns the times of the last mails; undefined without an account
 */
export async function lockMailing(trx: Query, engine: Database["engine"], userId: string) {
  await trx
    .insertInto("noticeMailing")
    .columns(["userId", "atOnceAt", "dailyAt"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select(["users.id", sql<number>`0`.as("atOnceAt"), sql<number>`0`.as("dailyAt")])
        .where("users.id", "=", userId),
    )
    .onConflict((conflict) => conflict.column("userId").doNothing())
    .execute();
  const row = trx.selectFrom("noticeMailing").selectAll().where("userId", "=", userId);
  return (engine === "postgres" ? row.forUpdate() : row).executeTakeFirst();
}

/** SQL for notices and for the choices of mails. */
export function createNoticesRepo(db: Database, mayOpenItem: MayOpenItem) {
  const seen = (query: Query, userId: string, now: number) => seenNotices(query, userId, now, mayOpenItem);

  return {
    /** A page of a person's notices, newest first. */
    list: (userId: string, now: number, page: { size: number; offset: number }): Promise<NoticeRow[]> =>
      noticeRows(seen(db.read, userId, now))
        .orderBy("notice.visibleAt", "desc")
        .orderBy("notice.id", "desc")
        .limit(page.size)
        .offset(page.offset)
        .execute(),

    /** The newest unread notices about approvals of a person's items that are still public. */
    unreadApprovals: (userId: string, now: number, limit: number): Promise<NoticeRow[]> =>
      noticeRows(seen(db.read, userId, now).where("notice.readAt", "is", null))
        .where("notice.event", "=", "approved")
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("resource")
              .select("resource.id")
              .whereRef("resource.id", "=", "notice.itemId")
              .where("resource.status", "=", "Approved"),
          ),
        )
        .orderBy("notice.visibleAt", "desc")
        .orderBy("notice.id", "desc")
        .limit(limit)
        .execute(),

    async count(userId: string, now: number): Promise<number> {
      const counted = seen(db.read, userId, now).select((eb) => eb.fn.countAll<number>().as("n"));
      return Number((await counted.executeTakeFirstOrThrow()).n);
    },

    /** Counts a person's unread notices, up to `MAX_COUNTED`. */
    async countUnread(userId: string, now: number): Promise<number> {
      const unread = seen(db.read, userId, now).where("notice.readAt", "is", null).select("notice.id");
      return (await unread.limit(MAX_COUNTED).execute()).length;
    },

    /**
     * Marks notices as read. No mail tells about them any more.
     * @param which some notices, or all notices until a time (epoch milliseconds)
     * @returns how many notices were unread
     */
    markRead: (userId: string, which: { ids: string[] } | { until: number }, now: number): Promise<number> =>
      db.transaction(async (trx) => {
        await lockMailing(trx, db.engine, userId);
        const until = "until" in which ? Math.min(which.until, now) : now;
        const shown = seen(trx, userId, until).select("notice.id");
        let update = trx
          .updateTable("notice")
          .set((eb) => ({ readAt: now, mailing: eb.fn.coalesce("mailing", eb.val("none")) }))
          .where("userId", "=", userId)
          .where("readAt", "is", null)
          .where("id", "in", shown);
        if ("ids" in which) update = update.where("id", "in", which.ids);
        return Number((await update.executeTakeFirst()).numUpdatedRows);
      }),

    frequencies: (userId: string) => frequenciesOf(db.read, userId),

    /** Stores how often a person wants mails about some events. */
    saveFrequencies: (
      userId: string,
      chosen: Partial<Record<NoticeEvent, NoticeFrequency>>,
      now: number,
    ): Promise<void> => saveFrequencies(db.write, userId, chosen, now),

    /** Removes the oldest notices of people who have too many, and notices of deleted accounts. */
    async sweep(): Promise<void> {
      const crowded = await db.read
        .selectFrom("notice")
        .select("userId")
        .groupBy("userId")
        .having((eb) => eb(eb.fn.countAll(), ">", MAX_NOTICES))
        .execute();
      for (const { userId } of crowded) await db.transaction((trx) => prune(trx, db.engine, userId));
      const gone = await db.read
        .selectFrom("notice")
        .leftJoin("users", "users.id", "notice.userId")
        .select("notice.userId")
        .where("users.id", "is", null)
        .distinct()
        .execute();
      for (const { userId } of gone)
        await db.write.deleteFrom("notice").where("userId", "=", userId).execute();
    },
  };
}

export type NoticesRepo = ReturnType<typeof createNoticesRepo>;

export async function saveFrequencies(
  trx: Query,
  userId: string,
  chosen: Partial<Record<NoticeEvent, NoticeFrequency>>,
  updatedAt: number,
): Promise<void> {
  const rows = noticeEvents.flatMap((event) => {
    const frequency = chosen[event];
    return frequency ? [{ userId, event, frequency, updatedAt }] : [];
  });
  if (rows.length === 0) return;
  await trx
    .insertInto("noticeSetting")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["userId", "event"]).doUpdateSet((eb) => ({
        frequency: eb.ref("excluded.frequency"),
        updatedAt,
      })),
    )
    .execute();
}

async function prune(trx: Query, engine: Database["engine"], userId: string): Promise<void> {
  await lockMailing(trx, engine, userId);
  const kept = trx
    .selectFrom("notice")
    .select("id")
    .where("userId", "=", userId)
    .orderBy("visibleAt", "desc")
    .orderBy("id", "desc")
    .limit(MAX_NOTICES);
  await trx.deleteFrom("notice").where("userId", "=", userId).where("id", "not in", kept).execute();
}

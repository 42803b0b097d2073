import { sql } from "kysely";
import {
  defaultFrequencies,
  type NoticeEvent,
  noticeEvents,
  type NoticeFrequency,
  UNDO_WINDOW,
} from "../../../shared/people/notices.ts";
import { verifiedEmail } from "../../people/index.ts";
import type { Database, Query } from "../../platform/index.ts";
import {
  frequenciesOf,
  lockMailing,
  type MayOpenItem,
  type NoticeRow,
  noticeRows,
  saveFrequencies,
  seenNotices,
} from "./notices.repo.ts";

/** The times that decide which mails are due, in epoch milliseconds. */
export interface DueTimes {
  now: number;
  /** A person who got a mail at once after this time waits. */
  atOnceBefore: number;
  /** A person who got this many mails at once since `dailyUntil` waits for the next day. */
  mostAtOnce: number;
  /** The newest notice of a digest, and the time after which a person gets no second digest. */
  dailyUntil: number;
}

/** A mail that the planning made from some notices. */
export interface PlannedMail {
  userId: string;
  /** The id of the mail; its notices have it as `mailing`. */
  mailing: string;
  frequency: "atOnce" | "daily";
  /** The news of followed courses in a daily mail. */
  news?: NewsWindow | undefined;
}

/** News that were published after one time and until another, in epoch milliseconds. */
export interface NewsWindow {
  after: number;
  until: number;
}

/** People who chose daily mails about news, with the times of their choice and of their last daily mail. */
export type WantingNews = ReturnType<typeof wanting>;

/** A source of news for the daily mail, such as the courses that a person follows. */
export interface NewsSource {
  has: (db: Query, userId: string, window: NewsWindow) => Promise<boolean>;
  /** Some of the people who have news in the window, since their last mail and their choice. */
  people: (wanting: WantingNews, window: NewsWindow, most: number) => Promise<string[]>;
  /** The news as notices of the event "followed", oldest first, with what a visitor sees now. */
  rows: (db: Query, userId: string, window: NewsWindow) => Promise<NoticeRow[]>;
}

/** How many people one step of the planning finds. */
export const MAX_PLANNED = 200;
/** A mail has the news of a week at most, for example if the address was confirmed only now. */
const LONGEST_NEWS = 7 * 86_400_000;

/**
 * The news for a daily mail: those since the last one, and since the person chose these mails. The newest ones wait
 * for an undo.
 */
function newsWindow({ dailyUntil }: DueTimes, dailyAt: number, chosenAt: number): NewsWindow {
  const until = dailyUntil - UNDO_WINDOW;
  return { after: Math.max(dailyAt - UNDO_WINDOW, chosenAt, until - LONGEST_NEWS), until };
}

/** People who may get a daily mail with news of their courses; their address is one of `verifiedEmail`. */
const wanting = (query: Query, dailyUntil: number) =>
  query
    .selectFrom("noticeSetting")
    .innerJoin("users", "users.id", "noticeSetting.userId")
    .where("users.emailVerifiedAt", "is not", null)
    .where("users.suspendedAt", "is", null)
    .leftJoin("noticeMailing", "noticeMailing.userId", "noticeSetting.userId")
    .where("noticeSetting.event", "=", "followed")
    .where("noticeSetting.frequency", "=", "daily")
    .where((eb) => eb(eb.fn.coalesce("noticeMailing.dailyAt", eb.val(0)), "<", dailyUntil))
    .select((eb) => [
      "noticeSetting.userId",
      "noticeSetting.updatedAt",
      eb.fn.coalesce("noticeMailing.dailyAt", eb.val(0)).as("dailyAt"),
    ]);

/** SQL for the mails about notices. */
export function createNoticeMailsRepo(
  db: Database,
  mayOpenItem: MayOpenItem,
  newsSources: readonly NewsSource[],
) {
  /** The news for a person's daily mail; undefined for a person who doesn't want news, and without news. */
  async function newsFor(query: Query, times: DueTimes, userId: string): Promise<NewsWindow | undefined> {
    const chosen = wanting(query, times.dailyUntil).where("noticeSetting.userId", "=", userId);
    const row = await chosen.executeTakeFirst();
    const window = row && newsWindow(times, row.dailyAt, row.updatedAt);
    if (!window) return undefined;
    for (const source of newsSources) if (await source.has(query, userId, window)) return window;
    return undefined;
  }

  return {
    /** People whose followed courses have news for a daily mail. */
    async dueNews({ dailyUntil }: DueTimes): Promise<string[]> {
      const until = dailyUntil - UNDO_WINDOW;
      const window = { after: until - LONGEST_NEWS, until };
      const found = newsSources.map((source) =>
        source.people(wanting(db.read, dailyUntil), window, MAX_PLANNED),
      );
      return [...new Set((await Promise.all(found)).flat())];
    },

    /** People whose notices need a decision about a mail. */
    async due({ now, atOnceBefore, mostAtOnce, dailyUntil }: DueTimes): Promise<string[]> {
      const defaults = noticeEvents.map((event) => sql`when ${event} then ${defaultFrequencies[event]}`);
      const frequency = sql<NoticeFrequency>`coalesce("noticeSetting".frequency,
        case notice.event ${sql.join(defaults, sql` `)} end)`;
      const rows = await db.read
        .selectFrom("notice")
        .innerJoin("users", "users.id", "notice.userId")
        .leftJoin("noticeSetting", (join) =>
          join
            .onRef("noticeSetting.userId", "=", "notice.userId")
            .onRef("noticeSetting.event", "=", "notice.event"),
        )
        .leftJoin("noticeMailing", "noticeMailing.userId", "notice.userId")
        .select("notice.userId")
        .distinct()
        .where("notice.mailing", "is", null)
        .where("notice.visibleAt", "<=", now)
        .where((eb) =>
          eb.or([
            eb(frequency, "=", "never"),
            eb.and([
              eb(frequency, "=", "atOnce"),
              eb(eb.fn.coalesce("noticeMailing.atOnceAt", eb.val(0)), "<=", atOnceBefore),
              // Without this condition, people above the limit would take the turns of others.
              eb.or([
                eb(eb.fn.coalesce("noticeMailing.atOnceDay", eb.val(0)), "<", dailyUntil),
                eb(eb.fn.coalesce("noticeMailing.atOnceCount", eb.val(0)), "<", mostAtOnce),
              ]),
            ]),
            eb.and([
              eb(frequency, "=", "daily"),
              eb("notice.visibleAt", "<=", dailyUntil),
              eb(eb.fn.coalesce("noticeMailing.dailyAt", eb.val(0)), "<", dailyUntil),
            ]),
          ]),
        )
        .limit(MAX_PLANNED)
        .execute();
      return rows.map(({ userId }) => userId);
    },

    /**
     * Decides on the mails about a person's notices. Each notice becomes part of one mail at most, also if two
     * servers plan at the same time.
     * @param newMailing makes the id of a mail
     * @param also runs in the same transaction, with the planned mails
     */
    async plan(
      userId: string,
      times: DueTimes,
      newMailing: () => string,
      also: (mails: PlannedMail[], within: Query) => Promise<void>,
    ): Promise<void> {
      const { now, atOnceBefore, mostAtOnce, dailyUntil } = times;
      await db.transaction(async (trx) => {
        const last = await lockMailing(trx, db.engine, userId);
        if (!last) return;
        const frequencies = await frequenciesOf(trx, userId);
        const take = async (frequency: NoticeFrequency, mailing: string, until: number) => {
          const events = noticeEvents.filter((event) => frequencies[event] === frequency);
          if (events.length === 0) return false;
          const { numUpdatedRows } = await trx
            .updateTable("notice")
            .set({ mailing })
            .where("userId", "=", userId)
            .where("mailing", "is", null)
            .where("visibleAt", "<=", until)
            .where("event", "in", events)
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        };
        await take("never", "none", now);
        const mayMail = (await verifiedEmail(trx, userId)) !== undefined;
        const mails: PlannedMail[] = [];
        const plan = async (frequency: PlannedMail["frequency"], until: number) => {
          const mailing = mayMail ? newMailing() : "none";
          if ((await take(frequency, mailing, until)) && mayMail) mails.push({ userId, mailing, frequency });
        };
        const today = last.atOnceDay < dailyUntil ? 0 : last.atOnceCount;
        if (last.atOnceAt <= atOnceBefore && today < mostAtOnce) await plan("atOnce", now);
        if (last.dailyAt < dailyUntil) {
          const news = mayMail ? await newsFor(trx, times, userId) : undefined;
          await plan("daily", dailyUntil);
          const daily = mails.find(({ frequency }) => frequency === "daily");
          if (daily) daily.news = news;
          else if (news) mails.push({ userId, mailing: newMailing(), frequency: "daily", news });
        }
        const atOnce = isPlanned(mails, "atOnce");
        // A person without a mail today waits for tomorrow too, so that nobody keeps others from their turn.
        const daily = mayMail && last.dailyAt < dailyUntil;
        if (!atOnce && !daily) return;
        await trx
          .updateTable("noticeMailing")
          .set({
            ...(atOnce && { atOnceAt: now, atOnceDay: dailyUntil, atOnceCount: today + 1 }),
            ...(daily && { dailyAt: dailyUntil }),
          })
          .where("userId", "=", userId)
          .execute();
        if (mails.length > 0) await also(mails, trx);
      });
    },

    /**
     * The content of a planned mail at the time when it is sent: the notices that the person still sees, has not read,
     * and still wants a mail about.
     * @returns undefined if the person gets no mail any more
     */
    async content(
      { userId, mailing, news }: PlannedMail,
      now: number,
    ): Promise<{ to: string; notices: NoticeRow[] } | undefined> {
      const to = await verifiedEmail(db.write, userId);
      if (to === undefined) return undefined;
      const frequencies = await frequenciesOf(db.write, userId);
      const notices = await noticeRows(seenNotices(db.write, userId, now, mayOpenItem))
        .where("notice.mailing", "=", mailing)
        .where("notice.readAt", "is", null)
        .orderBy("notice.visibleAt")
        .orderBy("notice.id")
        .execute();
      const wanted = notices.filter(({ event }) => frequencies[event] !== "never");
      if (news && frequencies.followed !== "never")
        for (const source of newsSources) wanted.push(...(await source.rows(db.write, userId, news)));
      return wanted.length > 0 ? { to, notices: wanted } : undefined;
    },

    hasAccount: async (userId: string): Promise<boolean> =>
      (await db.read.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst()) !==
      undefined,

    /**
     * Ends the mails about one event, or about all events with a frequency. Does nothing for a deleted account.
     */
    stop: (userId: string, scope: NoticeEvent | "atOnce" | "daily", now: number): Promise<void> =>
      db.transaction(async (trx) => {
        if (!(await lockMailing(trx, db.engine, userId))) return;
        const frequencies = await frequenciesOf(trx, userId);
        const events = noticeEvents.filter((event) => event === scope || frequencies[event] === scope);
        const never = Object.fromEntries(events.map((event) => [event, "never" as const]));
        await saveFrequencies(trx, userId, never, now);
      }),
  };
}

export type NoticeMailsRepo = ReturnType<typeof createNoticeMailsRepo>;

const isPlanned = (mails: PlannedMail[], frequency: PlannedMail["frequency"]): boolean =>
  mails.some((mail) => mail.frequency === frequency);

import { createHmac, timingSafeEqual } from "node:crypto";
import { type NoticeEvent, noticeEvents } from "../../../shared/people/notices.ts";
import { zoneOffset } from "../../../shared/text/time-zone.ts";
import { type JobsService, type Mail, newId } from "../../platform/index.ts";
import type { NoticeMailsRepo, PlannedMail } from "./notice-mails.repo.ts";
import { presentNotice } from "./present-notice.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The shortest time between two mails at once to a person, in ms. */
export const AT_ONCE_PAUSE = 15 * 60_000;
/**
 * The greatest number of mails at once to a person in a day. The notices above it wait for one mail the next morning, so
 * that nobody can flood a mailbox with decisions about many items.
 */
export const MAX_AT_ONCE = 6;
/** Digests are due at 7:00 in the archive's time zone. */
const DIGEST_TIME = 7 * HOUR;
/** The greatest number of notices in a mail. The page shows the others. */
const MAX_IN_MAIL = 20;

/** The mails that an unsubscribe link ends: mails about one event, or all mails of a frequency. */
export type MailScope = NoticeEvent | PlannedMail["frequency"];
const scopes: readonly MailScope[] = [...noticeEvents, "atOnce", "daily"];

/** The kind of a job that sends one mail about notices. */
export const NOTICE_MAIL = "noticeMail";

export interface NoticeMailsDependencies {
  noticeMailsRepo: NoticeMailsRepo;
  jobs: Pick<JobsService, "enqueue">;
  /** The key of the tokens in links to unsubscribe. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  timeZone: string;
}

/** Sends mails about notices as each person chose: at once, daily or never. */
export function createNoticeMailsService(dependencies: NoticeMailsDependencies) {
  const { noticeMailsRepo, jobs, secret, clock, timeZone } = dependencies;

  const signed = (userId: string, scope: string): string =>
    createHmac("sha256", secret).update(`noticeMail\0${userId}\0${scope}`).digest("base64url");

  const tokenOf = (userId: string, scope: MailScope): string => `${userId}.${scope}.${signed(userId, scope)}`;

  /** @returns undefined if the server did not make this token */
  function parsed(token: string): { userId: string; scope: MailScope } | undefined {
    const [userId = "", name = "", mac = "", ...rest] = token.split(".");
    const scope = scopes.find((one) => one === name);
    if (!scope || rest.length > 0) return undefined;
    const expected = Buffer.from(signed(userId, scope));
    const given = Buffer.from(mac);
    const isSame = expected.length === given.length && timingSafeEqual(expected, given);
    return isSame ? { userId, scope } : undefined;
  }

  return {
    /**
     * Plans the mails that are due now. Several servers may do this at the same time.
     * @param signal ends the planning between two people
     */
    async plan(signal?: AbortSignal): Promise<void> {
      const now = clock();
      const digestTime = DIGEST_TIME - zoneOffset(timeZone, now);
      const times = {
        now,
        atOnceBefore: now - AT_ONCE_PAUSE,
        mostAtOnce: MAX_AT_ONCE,
        dailyUntil: Math.floor((now - digestTime) / DAY) * DAY + digestTime,
      };
      const due = [...(await noticeMailsRepo.due(times)), ...(await noticeMailsRepo.dueNews(times))];
      for (const userId of new Set(due)) {
        if (signal?.aborted) return;
        await noticeMailsRepo.plan(
          userId,
          times,
          () => newId(now),
          (mails, within) =>
            jobs.enqueue(
              mails.map((payload) => ({ kind: NOTICE_MAIL, payload })),
              within,
            ),
        );
      }
    },

    /**
     * The mail of a job, with the notices that the person still sees and has not read. It has the same id at
     * every attempt, so a mail program shows it once even if it was sent twice.
     * @returns undefined if there is nothing to send
     */
    async mail(planned: PlannedMail): Promise<{ id: string; mail: Mail<"notices"> } | undefined> {
      const found = await noticeMailsRepo.content(planned, clock());
      if (!found) return undefined;
      const { userId, mailing, frequency } = planned;
      const events = new Set(found.notices.map(({ event }) => event));
      const [only] = events;
      const scope = events.size === 1 && only !== undefined ? only : frequency;
      const notices = found.notices.slice(0, MAX_IN_MAIL).map((row) => presentNotice(row, userId));
      const more = found.notices.length - notices.length;
      const params = { notices, more, token: tokenOf(userId, scope) };
      return { id: mailing, mail: { to: found.to, template: "notices", params } };
    },

    /** The mails that a link would end; undefined if the link doesn't work. */
    async previewUnsubscribe(token: string): Promise<MailScope | undefined> {
      const known = parsed(token);
      return known && (await noticeMailsRepo.hasAccount(known.userId)) ? known.scope : undefined;
    },

    /**
     * Ends mails. A second call changes nothing, because mail programs may repeat the request (RFC 8058).
     * @returns false if the link doesn't work
     */
    async unsubscribe(token: string): Promise<boolean> {
      const known = parsed(token);
      if (!known) return false;
      await noticeMailsRepo.stop(known.userId, known.scope, clock());
      return true;
    },
  };
}

export type NoticeMailsService = ReturnType<typeof createNoticeMailsService>;

import { z } from "zod";
import { authorize } from "../../../shared/people/authorize.ts";
import {
  frequenciesFor,
  type NoticeEvent,
  noticeEvents,
  type NoticeFrequency,
} from "../../../shared/people/notices.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { idSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { NoticesRepo } from "./notices.repo.ts";
import { type Notice, presentNotice } from "./present-notice.ts";

const PAGE_SIZE = 20;

export interface NoticePage {
  notices: Notice[];
  /** The number of notices on all pages. */
  count: number;
  /** The number of unread notices on all pages; counting stops at 100. */
  unread: number;
  size: number;
  /** The time of the page, in epoch milliseconds. `markAllRead` marks the notices until then. */
  until: number;
}

export interface NoticesDependencies {
  noticesRepo: NoticesRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

const readSchema = z.strictObject({ ids: z.array(idSchema).min(1).max(PAGE_SIZE) });
const readAllSchema = z.strictObject({
  until: z
    .string({ error: "invalid" })
    .regex(/^\d{1,15}$/, { error: "invalid" })
    .transform(Number),
});
const settingsSchema = z.strictObject(
  Object.fromEntries(
    noticeEvents.map((event) => [event, z.enum(frequenciesFor(event), { error: "invalid" })]),
  ) as Record<NoticeEvent, z.ZodEnum<{ [One in NoticeFrequency]: One }>>,
);

/** A person's notices, and how often they get mails about them. */
export function createNoticesService({ noticesRepo, clock }: NoticesDependencies) {
  return {
    /**
     * One page of the person's notices, newest first.
     * @param page zero-based
     * @throws DomainError sign_in_required
     */
    async list(actor: Actor, page = 0): Promise<NoticePage> {
      const { id } = authorize(actor, "useAccount");
      const until = clock();
      const [rows, count, unread] = await Promise.all([
        noticesRepo.list(id, until, { size: PAGE_SIZE, offset: page * PAGE_SIZE }),
        noticesRepo.count(id, until),
        noticesRepo.countUnread(id, until),
      ]);
      return { notices: rows.map((row) => presentNotice(row, id)), count, unread, size: PAGE_SIZE, until };
    },

    /**
     * Returns the unread notices about the person's approved items, newest first, up to the size of a page.
     * @throws DomainError sign_in_required
     */
    async unreadApprovals(actor: Actor): Promise<Notice[]> {
      const { id } = authorize(actor, "useAccount");
      const rows = await noticesRepo.unreadApprovals(id, clock(), PAGE_SIZE);
      return rows.map((row) => presentNotice(row, id));
    },

    /** Counts the person's unread notices; counting stops at 100. A visitor has none. */
    countUnread: async (actor: Actor): Promise<number> =>
      actor ? noticesRepo.countUnread(actor.id, clock()) : 0,

    /**
     * Marks notices as read, up to the size of a page.
     * @param input `{ids}`
     * @returns how many were unread
     * @throws DomainError sign_in_required, invalid_input
     */
    async markRead(actor: Actor, input: unknown): Promise<number> {
      const { id: userId } = authorize(actor, "useAccount");
      return noticesRepo.markRead(userId, validate(readSchema, input), clock());
    },

    /**
     * Marks all notices as read that the page showed.
     * @param input `{until}`: the time of the page, in epoch milliseconds
     * @returns how many were unread
     * @throws DomainError sign_in_required, invalid_input
     */
    async markAllRead(actor: Actor, input: unknown): Promise<number> {
      const { id: userId } = authorize(actor, "useAccount");
      return noticesRepo.markRead(userId, validate(readAllSchema, input), clock());
    },

    /**
     * How often the person gets mails about each event.
     * @throws DomainError sign_in_required
     */
    settings: async (actor: Actor): Promise<Record<NoticeEvent, NoticeFrequency>> =>
      noticesRepo.frequencies(authorize(actor, "useAccount").id),

    /**
     * @param input a frequency for each event
     * @throws DomainError sign_in_required, invalid_input
     */
    async saveSettings(actor: Actor, input: unknown): Promise<void> {
      const { id } = authorize(actor, "useAccount");
      await noticesRepo.saveFrequencies(id, validate(settingsSchema, input), clock());
    },

    /** Removes the oldest notices of people who have too many, and notices of deleted accounts. */
    sweep: noticesRepo.sweep,
  };
}

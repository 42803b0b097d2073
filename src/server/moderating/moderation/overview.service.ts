import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { PAGE_SIZE } from "../../../shared/schemas/list-query.ts";
import type { Status } from "../../../shared/items/status.ts";
import type { Page, ResourceRow } from "../../library/index.ts";
import type { Awaiting, OverviewRepo } from "./overview.repo.ts";
import { lastWeeks, WEEK } from "./weeks.ts";

export interface OverviewDependencies {
  overviewRepo: OverviewRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  timeZone: string;
}

export type StatusCounts = Record<Status, number>;

export interface Week {
  /** The start of the week, in epoch milliseconds. */
  from: number;
  counts: StatusCounts;
}

/** The number of items on a page of the queue. */
const QUEUE_SIZE = 20;
/** The number of pending items and of cancelled items on the dashboard. */
const OWN = 5;
/** The number of answers on the dashboard. */
const ANSWERS = 10;

const none = (): StatusCounts => ({ Pending: 0, Approved: 0, Cancelled: 0 });

/** Work that waits for a moderator or a contributor, and statistics. */
export function createOverviewService({ overviewRepo, clock, timeZone }: OverviewDependencies) {
  async function totals(by: Allowed<"setStatus">): Promise<StatusCounts> {
    const counts = none();
    for (const { status, count } of await overviewRepo.totals(by)) counts[status] = count;
    return counts;
  }

  return {
    /**
     * One page of pending items and approved items with a waiting change, of every kind, the oldest first.
     * @param page starts at 0
     * @throws DomainError sign_in_required, forbidden
     */
    async queue(actor: Actor, page = 0): Promise<Omit<Page, "isMore">> {
      const by = authorize(actor, "setStatus");
      const [rows, { pending, changes }] = await Promise.all([
        overviewRepo.queue(by, page, QUEUE_SIZE),
        overviewRepo.awaiting(by),
      ]);
      return { rows, count: pending + changes, page, size: QUEUE_SIZE };
    },

    /**
     * The counts of waiting work, for the admin menu.
     * @throws DomainError sign_in_required, forbidden
     */
    async awaiting(actor: Actor): Promise<Awaiting> {
      return overviewRepo.awaiting(authorize(actor, "setStatus"));
    },

    /**
     * Counts the items in each status, and the contributions in each of the last twelve weeks by their
     * current status. The current week is last.
     * @throws DomainError sign_in_required, forbidden
     */
    async statistics(actor: Actor): Promise<{ totals: StatusCounts; weeks: Week[] }> {
      const by = authorize(actor, "setStatus");
      const starts = lastWeeks(clock(), timeZone);
      const weeks = starts.map((from) => ({ from, counts: none() }));
      for (const { week, status, count } of await overviewRepo.weeks(by, starts[0], WEEK)) {
        // Imported items can have dates in the future.
        const found = weeks[week];
        if (found) found.counts[status] = count;
      }
      return { totals: await totals(by), weeks };
    },

    /**
     * One page of the reader's own pending items of every kind, the newest first.
     * @param page starts at 0
     */
    async ownPending(actor: User, page = 0): Promise<Omit<Page, "isMore">> {
      const [rows, count] = await Promise.all([
        overviewRepo.own(actor.id, "Pending", page, PAGE_SIZE),
        overviewRepo.countOwn(actor.id, "Pending"),
      ]);
      return { rows, count, page, size: PAGE_SIZE };
    },

    /**
     * The reader's newest pending and cancelled items, and other people's newest answers to the reader's
     * questions.
     */
    async own(
      actor: User,
    ): Promise<{ pending: ResourceRow[]; cancelled: ResourceRow[]; answers: ResourceRow[] }> {
      const [pending, cancelled, answers] = await Promise.all([
        overviewRepo.own(actor.id, "Pending", 0, OWN),
        overviewRepo.own(actor.id, "Cancelled", 0, OWN),
        overviewRepo.answersTo(actor.id, actor, ANSWERS),
      ]);
      return { pending, cancelled, answers };
    },
  };
}

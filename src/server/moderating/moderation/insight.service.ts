import { authorize } from "../../../shared/people/authorize.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { COUNTED, type InsightRepo, type ReasonCount, type WeekTimes } from "./insight.repo.ts";
import { lastWeeks, WEEK } from "./weeks.ts";

export interface InsightDependencies {
  insightRepo: InsightRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  timeZone: string;
}

/** Times of one week; without `p50` and `p90` if nothing happened. */
export interface TimesOfWeek extends Partial<Pick<WeekTimes, "p50" | "p90">> {
  /** The start of the week, in epoch milliseconds. */
  from: number;
  count: number;
}

export interface DecisionsOfWeek {
  from: number;
  count: number;
  /** The number of decisions by email, the most decisions first; null for the command line. */
  moderators: { email: string | null; count: number }[];
}

export interface Insight {
  waits: TimesOfWeek[];
  decisions: DecisionsOfWeek[];
  reasons: ReasonCount[];
  firstAnswers: TimesOfWeek[];
  /** Whether `decisions` has the reader's own decisions only. */
  isOwn: boolean;
  /** How many decisions were counted, if older decisions of these weeks were left out. */
  cutAt: number | undefined;
}

/** Statistics about the last twelve weeks of moderation. */
export function createInsightService({ insightRepo, clock, timeZone }: InsightDependencies) {
  return {
    /**
     * Waiting times, decisions, reasons, and times to the first answer. A moderator sees the times and reasons of their
     * areas, and only their own number of decisions.
     * @throws DomainError sign_in_required, forbidden
     */
    async read(actor: Actor): Promise<Insight> {
      const by = authorize(actor, "setStatus");
      const starts = lastWeeks(clock(), timeZone);
      const span = { since: starts[0], length: WEEK };
      const isOwn = !policy.administer(by);
      const [counted, waits, byModerator, reasons, firstAnswers] = await Promise.all([
        insightRepo.countDecisions(by, span),
        insightRepo.waits(by, span),
        insightRepo.byModerator(by, span, isOwn),
        insightRepo.reasons(by, span),
        insightRepo.firstAnswers(by, span),
      ]);
      const decisions = starts.map((from, index) => {
        const moderators = byModerator
          .filter(({ week }) => week === index)
          .map(({ email, count }) => ({ email, count }));
        return { from, count: moderators.reduce((sum, { count }) => sum + count, 0), moderators };
      });
      return {
        waits: inWeeks(starts, waits),
        decisions,
        reasons,
        firstAnswers: inWeeks(starts, firstAnswers),
        isOwn,
        cutAt: counted === COUNTED ? COUNTED : undefined,
      };
    },
  };
}

const inWeeks = (starts: number[], rows: WeekTimes[]): TimesOfWeek[] =>
  starts.map((from, index) => {
    const found = rows.find(({ week }) => week === index);
    return found ? { from, count: found.count, p50: found.p50, p90: found.p90 } : { from, count: 0 };
  });

import type { BrokenLinks } from "../feedback/broken-links.ts";
import type { JobsService } from "../jobs/jobs.service.ts";
import type { Due, LinkCheckRepo } from "./link-check.repo.ts";
import type { Probe } from "./probe.ts";

/** Links of one job; together they take no longer than one alone may. */
export const BATCH = 10;
/** How long a look may take, in ms; less than a job may. */
const LOOK = 15_000;
const DAY = 24 * 3_600_000;
/** When a link is looked at again, in ms. */
const AGAIN = { something: 30 * DAY, nothing: DAY, unsure: 7 * DAY };
/** The same for a link that was put before the admins. */
const REPORTED = 30 * DAY;
/** So many looks in a row that find nothing, a day apart, put an item before the admins. */
const ENOUGH_FAILURES = 2;

export interface LinkCheckDependencies {
  linkChecks: LinkCheckRepo;
  brokenLinks: Pick<BrokenLinks, "queueBrokenLink">;
  jobs: Pick<JobsService, "enqueue">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Looks whether the links of public items still lead somewhere. Off unless the operator turns it on. */
export function createLinkCheckService({ linkChecks, brokenLinks, jobs, clock }: LinkCheckDependencies) {
  const plan = (): Promise<void> => jobs.enqueue([{ kind: "linkCheck", payload: {} }]);

  async function look(due: Due, probe: Probe, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LOOK)]);
    const found = await probe(due.link, limit).catch(() => "unsure" as const);
    // A worker that is to stop cut the look short: it is still due.
    if (signal.aborted) return;
    const failures = found === "something" ? 0 : due.failures + (found === "nothing" ? 1 : 0);
    if (found !== "nothing" || failures < ENOUGH_FAILURES)
      return linkChecks.note({ ...due, failures }, clock() + AGAIN[found]);
    await brokenLinks.queueBrokenLink(due.itemId);
    // Admins have their time. What they leave as it is comes before them again, and not every day.
    await linkChecks.note({ ...due, failures: 0 }, clock() + REPORTED);
  }

  return {
    /** Orders a look at the links that are due. */
    plan,

    /** Looks at a batch of what is due, and orders the next where there may be more. @returns how many it was */
    async checkBatch(probe: Probe, signal: AbortSignal): Promise<number> {
      const now = clock();
      const due = await linkChecks.take(BATCH, now, now + DAY);
      await Promise.all(due.map((one) => look(one, probe, signal)));
      if (due.length === BATCH && !signal.aborted) await plan();
      return due.length;
    },
  };
}

export type LinkCheckService = ReturnType<typeof createLinkCheckService>;

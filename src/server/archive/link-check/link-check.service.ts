import type { BrokenLinks } from "../feedback/broken-links.ts";
import { type JobsService, lanes } from "../../platform/index.ts";
import { createFailingHosts } from "./failing-hosts.ts";
import type { DueLink, LinkCheckRepo } from "./link-check.repo.ts";
import type { Probe } from "./probe.ts";

/** Links of one job; together they take as long as two looks at most. */
export const BATCH = 10;
/** How long a look may take, in ms; less than half of what a job may. */
const LOOK = 12_000;
const DAY = 24 * 3_600_000;
/** When a link is looked at again, in ms. */
const AGAIN = { something: 30 * DAY, nothing: DAY, unsure: 7 * DAY };
/** The same for a link that was put before the admins. */
const REPORTED = 30 * DAY;
/** So many looks in a row that find nothing, a day apart, put an item before the admins. */
const ENOUGH_FAILURES = 2;

export interface LinkCheckDependencies {
  linkCheckRepo: LinkCheckRepo;
  brokenLinks: Pick<BrokenLinks, "queueBrokenLink">;
  jobs: Pick<JobsService, "enqueue">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Looks whether the links of public items still lead somewhere. Off unless the operator turns it on. */
export function createLinkCheckService({ linkCheckRepo, brokenLinks, jobs, clock }: LinkCheckDependencies) {
  const plan = (): Promise<void> => jobs.enqueue([{ kind: "linkCheck", payload: {}, lane: lanes.links }]);

  const failing = createFailingHosts(clock);

  /** Looks at the links of one host: at the first one, and at the others only after its answer. */
  async function lookAt(host: string, [first, ...others]: DueLink[], probe: Probe, signal: AbortSignal) {
    // The skipped links are due again in a day.
    if (first === undefined || failing.has(host)) return;
    await look(first, host, probe, signal);
    if (!failing.has(host)) await Promise.all(others.map((due) => look(due, host, probe, signal)));
  }

  async function look(due: DueLink, host: string, probe: Probe, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LOOK)]);
    const found = await probe(due.link, limit).catch(() => {
      if (!signal.aborted) failing.add(host);
      return "unsure" as const;
    });
    // A job runner that is to stop cut the look short: it is still due.
    if (signal.aborted) return;
    const failures = found === "something" ? 0 : due.failures + (found === "nothing" ? 1 : 0);
    if (found !== "nothing" || failures < ENOUGH_FAILURES)
      return linkCheckRepo.note({ ...due, failures }, clock() + AGAIN[found]);
    await brokenLinks.queueBrokenLink(due.itemId);
    // Admins have their time. What they leave as it is comes before them again, and not every day.
    await linkCheckRepo.note({ ...due, failures: 0 }, clock() + REPORTED);
  }

  return {
    /** Orders a look at the links that are due. */
    plan,

    /**
     * Checks a batch of due links, and orders the next batch if there may be more. @returns the number of checked links
     */
    async checkBatch(probe: Probe, signal: AbortSignal): Promise<number> {
      const now = clock();
      const due = await linkCheckRepo.take(BATCH, now, now + DAY);
      const byHost = Map.groupBy(due, ({ link }) => URL.parse(link)?.hostname ?? "");
      await Promise.all([...byHost].map(([host, links]) => lookAt(host, links, probe, signal)));
      if (due.length === BATCH && !signal.aborted) await plan();
      return due.length;
    },
  };
}

export type LinkCheckService = ReturnType<typeof createLinkCheckService>;

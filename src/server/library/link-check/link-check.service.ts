import type { BrokenLinks } from "../feedback/broken-links.ts";
import { type JobsService, lanes } from "../../platform/index.ts";
import { createFailingHosts } from "./failing-hosts.ts";
import type { DueLink, LinkCheckRepo } from "./link-check.repo.ts";
import type { Probe } from "./probe.ts";

/** The number of links in one job. Checking all of them takes at most twice the time limit of one check. */
export const BATCH = 10;
/** The time limit of one check, in ms. It is less than half of the time limit of a job. */
const CHECK_TIMEOUT = 12_000;
const DAY = 24 * 3_600_000;
/** The time until the next check, in ms, for each result. */
const AGAIN = { something: 30 * DAY, nothing: DAY, unsure: 7 * DAY };
/** The time until the next check of a reported link, in ms. */
const REPORTED = 30 * DAY;
/** Admins see an item after this number of failed checks in a row, one day apart. */
const ENOUGH_FAILURES = 2;

export interface LinkCheckDependencies {
  linkCheckRepo: LinkCheckRepo;
  brokenLinks: Pick<BrokenLinks, "queueBrokenLink">;
  jobs: Pick<JobsService, "enqueue">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/**
 * Checks whether the links of public items still work. The link check is off unless the operator turns it on.
 */
export function createLinkCheckService({ linkCheckRepo, brokenLinks, jobs, clock }: LinkCheckDependencies) {
  const plan = (): Promise<void> => jobs.enqueue([{ kind: "linkCheck", payload: {}, lane: lanes.links }]);

  const failing = createFailingHosts(clock);

  /**
   * Checks the links of one host. If the host does not respond to the first link's check, the other links are
   * skipped.
   */
  async function lookAt(host: string, [first, ...others]: DueLink[], probe: Probe, signal: AbortSignal) {
    // Skipped links are due again in a day.
    if (first === undefined || failing.has(host)) return;
    await look(first, host, probe, signal);
    if (!failing.has(host)) await Promise.all(others.map((due) => look(due, host, probe, signal)));
  }

  async function look(due: DueLink, host: string, probe: Probe, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT)]);
    const found = await probe(due.link, limit).catch(() => {
      if (!signal.aborted) failing.add(host);
      return "unsure" as const;
    });
    // The job runner is stopping and interrupted the check. The link remains due.
    if (signal.aborted) return;
    const failures = found === "something" ? 0 : due.failures + (found === "nothing" ? 1 : 0);
    if (found !== "nothing" || failures < ENOUGH_FAILURES)
      return linkCheckRepo.note({ ...due, failures }, clock() + AGAIN[found]);
    await brokenLinks.queueBrokenLink(due.itemId);
    // Gives admins time to act. If they leave the link unchanged, it is reported again later, but not every
    // day.
    await linkCheckRepo.note({ ...due, failures: 0 }, clock() + REPORTED);
  }

  return {
    /** Adds a job that checks the due links. */
    plan,

    /**
     * Checks a batch of due links, and adds a job for the next batch if there may be more.
     * @returns the number of links in this batch
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

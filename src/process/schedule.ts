import { createClockWatch } from "./clock-watch.ts";
import { sweepSpool } from "../api/platform/bodies/spool.ts";
import { sweepParts } from "../api/contributing/upload-parts.ts";
import type { LogError } from "../api/platform/errors.ts";
import type { Services } from "../server/services.ts";
import type { MetricSnapshot } from "../shared/operations/metric-snapshot.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How often the server looks whether the clock was set back, in ms. */
const CLOCK = 10_000;
/** How often the server looks for links that are due, in ms. */
const PLAN_LINKS = HOUR;
/** The longest time from the first byte of a form to its response, plus a margin, in ms. */
const LONGEST_FORM = 2 * HOUR;

export interface ScheduleOptions {
  services: Pick<
    Services,
    | "deskReview"
    | "driveCopies"
    | "files"
    | "follows"
    | "jobs"
    | "largePdfs"
    | "operations"
    | "piles"
    | "pruneWords"
    | "linkCheck"
    | "noticeMails"
    | "notices"
    | "universities"
    | "uploadSpace"
    | "waitingMails"
    | "wanted"
  >;
  /** Whether the archive pauses writes; nothing is removed or planned then. @throws the database's error */
  isPaused: () => boolean;
  /** Whether links are checked. */
  checksLinks: boolean;
  /** The folder with the parts of unfinished uploads. */
  uploads: string;
  /** The folder for the files of forms that the server is still processing. */
  spool: string;
  logError: LogError;
  /** Reads the metrics of all processes of this machine. */
  collect: () => Promise<MetricSnapshot>;
}

/**
 * Removes old piles, copies of rejected items, unused files, unfinished uploads, spooled files of killed
 * processes, old notices, requests and news of courses, and old job usage counts. If
 * one step fails, the others still run.
 * @param now epoch milliseconds, from the clock of the services
 */
export async function sweepOnce(
  {
    services,
    uploads,
    spool,
    logError,
  }: Pick<ScheduleOptions, "uploads" | "spool" | "logError"> & {
    services: Pick<
      Services,
      | "deskReview"
      | "driveCopies"
      | "files"
      | "follows"
      | "jobs"
      | "largePdfs"
      | "notices"
      | "piles"
      | "uploadSpace"
      | "wanted"
    >;
  },
  now: number,
): Promise<void> {
  const sweeps = [
    services.uploadSpace.sweep,
    () => sweepParts(uploads, now),
    () => sweepSpool(spool, now - LONGEST_FORM),
    () => services.piles.sweep(logError),
    services.deskReview.sweep,
    services.driveCopies.sweep,
    services.largePdfs.sweep,
    () => services.files.sweep(logError),
    services.notices.sweep,
    services.wanted.sweep,
    services.follows.sweep,
    services.jobs.deleteUse,
  ];
  for (const sweep of sweeps) await sweep().catch(logError);
}

/**
 * Every hour, removes unused uploads, plans the checks of links, and mails moderators about waiting items. Every minute,
 * removes words from the vocabulary that no approved item has, makes items agree with the table of universities, plans the
 * mails about notices, and stores the measurements of the last minute. If the clock was set back, repairs the times of jobs.
 * The log gets every error.
 */
export function startSchedule(options: ScheduleOptions) {
  const { services, logError, collect, isPaused } = options;
  const stopping = new AbortController();
  const every = (pause: number, act: () => Promise<unknown>) => {
    const work = async () => {
      try {
        if (!isPaused()) await act();
      } catch (error) {
        logError(error);
      }
    };
    let running = work();
    const timer = setInterval(() => {
      running = running.then(work);
    }, pause).unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  const wasSetBack = createClockWatch();
  const followClock = async () => (wasSetBack() ? services.jobs.followClock().catch(logError) : undefined);
  const stops = [
    every(CLOCK, followClock),
    every(HOUR, () => sweepOnce(options, Date.now())),
    every(MINUTE, () => collect().then(services.operations.sample).catch(logError)),
    every(MINUTE, () => services.pruneWords.run(stopping.signal).catch(logError)),
    every(MINUTE, () => services.wanted.notify(stopping.signal).catch(logError)),
    every(MINUTE, () => services.noticeMails.plan(stopping.signal).catch(logError)),
    ...(options.checksLinks ? [every(PLAN_LINKS, services.linkCheck.plan)] : []),
    every(HOUR, services.waitingMails.plan),
    every(MINUTE, () => services.deskReview.run(stopping.signal).catch(logError)),
    every(MINUTE, () => services.universities.reconcile({ signal: stopping.signal }).catch(logError)),
  ];
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

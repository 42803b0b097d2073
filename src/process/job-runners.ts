import { join } from "node:path";
import type { Env } from "../config/env.ts";
import {
  COPY_LIMIT,
  DRIVE_COPIES,
  createProbe,
  linkCheckHandlers,
  noticeMailHandlers,
  REBUILD_LIMIT,
  rebuildHandlers,
} from "../server/library/index.ts";
import { DESK_LIMIT, deskHandlers } from "../server/moderating/index.ts";
import { PILE_LIMIT } from "../server/contributing/index.ts";
import {
  createJobRunner,
  createOutbox,
  type JobChoice,
  type JobRunnerLog,
  type JobRunnerOptions,
  lanes,
  mailHandlers,
  smtpTransport,
  type Transport,
} from "../server/platform/index.ts";
import { accountMailHandlers } from "../server/people/index.ts";
import { newsletterHandlers } from "../server/site/index.ts";
import { PAGE_LIMIT, SHRINK_LIMIT, SHRINKING } from "../server/files/index.ts";
import type { Services } from "../server/services.ts";
import { createRunApart } from "./run-apart.ts";
import { recogniserOf, strangerJobs } from "./stranger-jobs.ts";

/**
 * Prepares the job runners of this process as one object and does not start them. Mails, link checks,
 * copies of Drive files, large PDFs, the search index, text layers and page recognition have separate runners, so that no kind of job waits for a
 * different kind.
 * @param observed wraps the transport of mails, to log and count them
 * @param readsPages whether this process recognises pages; only one process of a machine does, so that the
 * limit holds for the machine
 * @returns the runners, the outbox, and lines for the operator that say where mails are written if there is
 * no mail server
 */
export function prepareJobRunners(
  env: Env,
  services: Services,
  log: JobRunnerLog,
  observed: (transport: Transport) => Transport,
  readsPages = true,
) {
  const { jobs, accountMails, delivery, newsletter, linkCheck, driveCopies } = services;
  const runApart = createRunApart();
  const recogniser = recogniserOf(env, readsPages ? env.ocrProcesses : 0);
  const strangers = strangerJobs(services, recogniser);
  const folder = join(env.dataFolder, "outbox");
  const outbox = createOutbox(folder);
  const { hostname } = new URL(env.origin);
  const transport = observed(
    env.smtpUrl
      ? smtpTransport(env.smtpUrl, env.mailFrom, hostname)
      : outbox.transport(env.mailFrom, hostname),
  );
  const handlers = {
    ...mailHandlers(delivery, transport, env.origin),
    ...accountMailHandlers(accountMails, delivery, transport, env.origin),
    ...noticeMailHandlers(services.noticeMails, transport, env.origin),
    ...newsletterHandlers(newsletter, transport, env.origin),
  };
  const mails = createJobRunner({ jobs, handlers, log });
  const indexer = createJobRunner({
    jobs,
    handlers: rebuildHandlers(services.searchRebuild),
    log,
    choice: { lanes: [lanes.index] },
    limit: REBUILD_LIMIT,
  });
  const links = createJobRunner({
    jobs,
    // If the link check is off, jobs that are already waiting do nothing.
    handlers: linkCheckHandlers(linkCheck, env.linkCheck ? createProbe() : undefined),
    log,
    choice: { lanes: [lanes.links] },
  });
  const copier = createJobRunner({
    jobs,
    // If copies are off, jobs that are already waiting do nothing.
    handlers: strangers.copies,
    runApart,
    log,
    choice: DRIVE_COPIES,
    mayWork: driveCopies.mayRun,
    limit: COPY_LIMIT,
  });
  const piles = createJobRunner({
    jobs,
    handlers: strangers.piles,
    runApart,
    log,
    choice: { lanes: [lanes.piles], isShared: true, perOwner: 1 },
    limit: PILE_LIMIT,
  });
  const desk = createJobRunner({
    jobs,
    handlers: deskHandlers(services.deskDecisions),
    log,
    choice: { lanes: [lanes.desk] },
    limit: DESK_LIMIT,
  });
  const shrinker = createJobRunner({
    jobs,
    handlers: strangers.shrink,
    runApart,
    log,
    choice: SHRINKING,
    mayWork: services.uploadSpace.hasSpace,
    limit: SHRINK_LIMIT,
  });
  const all = [
    mails,
    links,
    copier,
    indexer,
    piles,
    desk,
    shrinker,
    ...(readsPages
      ? readers(env, services, recogniser?.processes ?? 0, { handlers: strangers.reading, runApart, log })
      : []),
  ];
  const runners = {
    start: () => all.forEach((one) => one.start()),
    async stop(): Promise<void> {
      await Promise.all(all.map((one) => one.stop()));
      await recogniser?.close();
    },
  };
  const lines = env.smtpUrl
    ? []
    : [`No PROSHNO_SMTP_URL is set: mails go to ${folder}, and email addresses are not verified`];
  return { runners, outbox, lines };
}

/** How many text layers are read at once. A hostile paper takes up to half a minute. */
const TEXT_RUNNERS = 2;
/**
 * How long a page can delay the first pages of another person's paper, in ms. An ordinary page takes less.
 */
const PAGE_TIME_SLICE = 10_000;

/**
 * The runners that read papers: two for text layers, and one for each page that can be recognised at once.
 */
function readers(
  { ocrPagesPerDay }: Env,
  services: Services,
  processes: number,
  options: Pick<JobRunnerOptions, "handlers" | "runApart" | "log">,
): ReturnType<typeof createJobRunner>[] {
  const { jobs, recognition } = services;
  const mayWork = async () => !(await recognition.isPaused());
  const runner = (choice: JobChoice) => () =>
    createJobRunner({ ...options, jobs, choice, mayWork, limit: PAGE_LIMIT });
  const text = { lanes: [lanes.text], isShared: true, perOwner: TEXT_RUNNERS - 1 };
  const pages = {
    lanes: [lanes.heads, lanes.pages],
    isShared: true,
    perDay: ocrPagesPerDay,
    timeSlice: PAGE_TIME_SLICE,
  };
  return [
    ...Array.from({ length: TEXT_RUNNERS }, runner(text)),
    ...Array.from({ length: processes }, runner(pages)),
  ];
}

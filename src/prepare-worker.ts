import { join } from "node:path";
import type { Env } from "./env.ts";
import { linkCheckHandlers } from "./server/link-check/link-check.jobs.ts";
import { createProbe } from "./server/link-check/probe.ts";
import { createWorker, type WorkerLog } from "./server/jobs/worker.ts";
import { accountMailHandlers } from "./server/accounts/account-mails.jobs.ts";
import { mailHandlers } from "./server/mail/mail.service.ts";
import { newsletterHandlers } from "./server/newsletter/newsletter.jobs.ts";
import { createOutbox } from "./server/mail/outbox.ts";
import { smtpTransport } from "./server/mail/transport.ts";
import { createRecogniser, type Recogniser } from "./server/ocr/recogniser.ts";
import { PAGE_LIMIT, recognitionHandlers } from "./server/ocr/recognition.jobs.ts";
import { REBUILD_LIMIT, REBUILD_SEARCH, rebuildHandlers } from "./server/search/rebuild.jobs.ts";
import { recognitionKinds } from "./server/ocr/recognition.orders.ts";
import type { Services } from "./server/services.ts";

/**
 * This process's workers as one, not yet started: one for mails and the like, one for the index of the search, and one for
 * each page that is read at once, so that no mail waits for them.
 * @param readsPages whether this process reads pages: of several on a machine one does, so that as many are read at once as
 *   the setting says
 * @returns them, the outbox, and lines for the operator: where mails go, if not to a mail server
 */
export function prepareWorker(env: Env, services: Services, log: WorkerLog, readsPages = true) {
  const { jobs, accountMails, delivery, newsletter, linkCheck } = services;
  const folder = join(env.dataFolder, "outbox");
  const outbox = createOutbox(folder);
  const { hostname } = new URL(env.origin);
  const transport = env.smtpUrl
    ? smtpTransport(env.smtpUrl, env.mailFrom, hostname)
    : outbox.transport(env.mailFrom, hostname);
  const handlers = {
    ...mailHandlers(delivery, transport, env.origin),
    ...accountMailHandlers(accountMails, delivery, transport, env.origin),
    ...newsletterHandlers(newsletter, transport, env.origin),
    // A job of before it was turned off does nothing.
    ...linkCheckHandlers(linkCheck, env.linkCheck ? createProbe() : undefined),
  };
  const mails = createWorker({ jobs, handlers, log, choice: { not: [...recognitionKinds, REBUILD_SEARCH] } });
  const indexer = createWorker({
    jobs,
    handlers: rebuildHandlers(services.searchRebuild),
    log,
    choice: { only: [REBUILD_SEARCH] },
    limit: REBUILD_LIMIT,
  });
  const recogniser =
    readsPages && env.ocrWorkers > 0
      ? createRecogniser({ languages: join(env.dataFolder, "languages"), workers: env.ocrWorkers })
      : undefined;
  const workers = [mails, indexer, ...(readsPages ? readers(services, recogniser, log) : [])];
  const worker = {
    start: () => workers.forEach((one) => one.start()),
    async stop(): Promise<void> {
      await Promise.all(workers.map((one) => one.stop()));
      await recogniser?.close();
    },
  };
  const lines = env.smtpUrl
    ? []
    : [`No PROSHNO_SMTP_URL is set: mails go to ${folder}, and e-mail addresses are not verified`];
  return { worker, outbox, lines };
}

/** The workers that read pages; without recognition one, which takes what files hold as text. */
function readers(
  services: Services,
  recogniser: Recogniser | undefined,
  log: WorkerLog,
): ReturnType<typeof createWorker>[] {
  const { jobs, recognition } = services;
  const handlers = recognitionHandlers(recognition, recogniser);
  const options = {
    jobs,
    handlers,
    log,
    choice: { only: Object.keys(handlers) },
    mayWork: async () => !(await recognition.isPaused()),
    limit: PAGE_LIMIT,
  };
  return Array.from({ length: recogniser?.workers ?? 1 }, () => createWorker(options));
}

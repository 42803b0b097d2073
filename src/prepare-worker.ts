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
import type { Services } from "./server/services.ts";

/**
 * This process's worker, not yet started.
 * @returns it, the outbox, and lines for the operator: where mails go, if not to a mail server
 */
export function prepareWorker(env: Env, services: Services, log: WorkerLog) {
  const { jobs, accountMails, newsletter, linkCheck } = services;
  const folder = join(env.dataFolder, "outbox");
  const outbox = createOutbox(folder);
  const { hostname } = new URL(env.origin);
  const transport = env.smtpUrl
    ? smtpTransport(env.smtpUrl, env.mailFrom, hostname)
    : outbox.transport(env.mailFrom, hostname);
  const handlers = {
    ...mailHandlers(transport, env.origin),
    ...accountMailHandlers(accountMails, transport, env.origin),
    ...newsletterHandlers(newsletter, transport, env.origin),
    // A job of before it was turned off does nothing.
    ...linkCheckHandlers(linkCheck, env.linkCheck ? createProbe() : undefined),
  };
  const worker = createWorker({ jobs, handlers, log });
  const lines = env.smtpUrl
    ? []
    : [`No PROSHNO_SMTP_URL is set: mails go to ${folder}, and e-mail addresses are not verified`];
  return { worker, outbox, lines };
}

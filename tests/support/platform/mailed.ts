import { builtPages } from "../../../src/process/pages.ts";
import { accountMailHandlers } from "../../../src/server/people/accounts/account-mails.jobs.ts";
import { createJobRunner } from "../../../src/server/platform/jobs/job-runner.ts";
import { mailHandlers } from "../../../src/server/platform/mail/mail.service.ts";
import { smtpTransport } from "../../../src/server/platform/mail/transport.ts";
import { newsletterHandlers } from "../../../src/server/site/newsletter/newsletter.jobs.ts";
import type { ServicesOptions } from "../../../src/server/services.ts";
import { type Engine, openTestArchive } from "./archive.ts";
import { openSite } from "../api/site.ts";
import { startSmtp } from "./smtp.ts";

const FROM = { name: "Proshno", address: "noreply@example.edu" };

export type MailedArchive = Awaited<ReturnType<typeof openMailedArchive>>;

/**
 * An archive that verifies emails, with its site, its worker and a real mail server. Close it after the
 * tests.
 */
export async function openMailedArchive(
  engine: Engine,
  options: Partial<Pick<ServicesOptions, "clock" | "rates" | "origin" | "oidc">> = {},
) {
  const smtp = await startSmtp();
  const archive = await openTestArchive(engine, { ...options, verifiesEmail: true });
  const { jobs, accountMails, delivery, newsletter } = archive.services;
  const transport = smtpTransport(smtp.url, FROM, "127.0.0.1");
  const faults: unknown[] = [];
  const worker = createJobRunner({
    jobs,
    handlers: {
      ...mailHandlers(delivery, transport, archive.origin),
      ...accountMailHandlers(accountMails, delivery, transport, archive.origin),
      ...newsletterHandlers(newsletter, transport, archive.origin),
    },
    log: { failed: (facts) => void faults.push(facts), error: (error) => void faults.push(error) },
  });
  const site = openSite(archive, await builtPages());
  return {
    archive,
    site,
    services: archive.services,
    faults,

    /** Lets the worker run all due jobs. @returns the mails that they sent */
    async mails() {
      await worker.drain();
      return smtp.look();
    },

    /** Posts a form to a page like a browser. */
    form(path: string, fields: Record<string, string>, cookie?: string) {
      return site.as(cookie).send(path, { method: "POST", body: new URLSearchParams(fields) });
    },

    async close() {
      await worker.stop();
      await archive.close();
      await smtp.close();
    },
  };
}

/** The cookie header that a browser would send after this response. */
export const cookieOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

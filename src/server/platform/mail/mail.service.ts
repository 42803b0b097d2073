import type { Query } from "../db/schema/schema.ts";
import type { JobKinds } from "../jobs/job-runner.ts";
import type { JobsService } from "../jobs/jobs.service.ts";
import { type MailLimits, DIGEST, type DeliveryService, type DigestJob } from "./delivery.service.ts";
import { type Mail, mailAddress, type TemplateName, renderMail } from "./render-mail.ts";
import type { Transport } from "./transport.ts";

/** The kind of a mail's job. */
const MAIL = "mail";

/** Enqueues mails. A job runner sends them later, so that no request waits for a mail server. */
export function createMailService({ jobs }: { jobs: JobsService }) {
  return {
    /**
     * @param within the caller's transaction, see `JobsService.enqueue`
     * @throws DomainError invalid_input if an address is not valid
     */
    async send<T extends TemplateName>(mails: (Mail<T> & MailLimits)[], within?: Query): Promise<void> {
      for (const { to, replyTo } of mails) {
        mailAddress("to", to);
        if (replyTo !== undefined) mailAddress("replyTo", replyTo);
      }
      await jobs.enqueue(
        mails.map((payload) => ({ kind: MAIL, payload })),
        within,
      );
    },
  };
}

/**
 * The job handlers of mails: they render an enqueued mail and pass it to the transport.
 * @param origin of the site, for links
 */
export function mailHandlers(delivery: DeliveryService, transport: Transport, origin: string): JobKinds {
  return {
    [MAIL]: {
      bytes: "ours",
      async run({ id, payload, createdAt }, signal) {
        const { allowance, digest, ...mail } = JSON.parse(payload) as Mail & MailLimits;
        const wasAllowed = await delivery.within(allowance, async () => {
          await transport(renderMail(id, mail, origin), signal);
          return "sent";
        });
        if (!wasAllowed && digest) await delivery.plan(digest, mail.to, createdAt);
      },
    },
    [DIGEST]: {
      bytes: "ours",
      run: async ({ id, payload }, signal) =>
        transport(renderMail(id, await delivery.digest(JSON.parse(payload) as DigestJob), origin), signal),
    },
  };
}

export type MailService = ReturnType<typeof createMailService>;

import type { Handler } from "../../platform/jobs/worker.ts";
import { writeLetter } from "../../platform/mail/letter.ts";
import type { Transport } from "../../platform/mail/transport.ts";
import type { NewsletterService, SubscribeOrder } from "./newsletter.service.ts";

/**
 * The worker's side of the newsletter, by kind of job.
 * @param origin of the site, for links
 */
export function newsletterHandlers(
  newsletter: NewsletterService,
  transport: Transport,
  origin: string,
): Record<"newsletterMail", Handler> {
  return {
    newsletterMail: async ({ id, payload }, signal) => {
      const mail = await newsletter.newsletterMail(JSON.parse(payload) as SubscribeOrder, id);
      if (mail) await transport(writeLetter(id, mail, origin), signal);
    },
  };
}

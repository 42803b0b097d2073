import { type JobKind, renderMail, type Transport } from "../../platform/index.ts";
import type { NewsletterService, SubscribeJob } from "./newsletter.service.ts";

/** The job handlers of the newsletter, by kind of job. @param origin of the site, for links */
export function newsletterHandlers(
  newsletter: NewsletterService,
  transport: Transport,
  origin: string,
): Record<"newsletterMail", JobKind> {
  return {
    newsletterMail: {
      bytes: "ours",
      async run({ id, payload }, signal) {
        const mail = await newsletter.newsletterMail(JSON.parse(payload) as SubscribeJob, id);
        if (mail) await transport(renderMail(id, mail, origin), signal);
      },
    },
  };
}

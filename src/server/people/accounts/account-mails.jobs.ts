import {
  type MailLimits,
  type DeliveryService,
  type JobKind,
  type Mail,
  renderMail,
  type Transport,
} from "../../platform/index.ts";
import type { AccountMailsService } from "./account-mails.service.ts";

/**
 * The job handlers for account mails, by kind of job. A retry mails a new link.
 * @param origin of the site, for links
 */
export function accountMailHandlers(
  mails: AccountMailsService,
  delivery: DeliveryService,
  transport: Transport,
  origin: string,
): Record<keyof AccountMailsService, JobKind> {
  const handler = <T>(write: (job: T) => Promise<Mail | undefined>): JobKind => ({
    bytes: "ours",
    async run({ id, payload }, signal) {
      const { allowance, ...job } = JSON.parse(payload) as T & Pick<MailLimits, "allowance">;
      // If the allowance is used up, the job sends nothing. A response must not show this, because for some
      // purposes only mailboxes with an account use the allowance.
      await delivery.within(allowance, async () => {
        const mail = await write(job as T);
        if (!mail) return "nothing";
        await transport(renderMail(id, mail, origin), signal);
        return "sent";
      });
    },
  });
  return {
    signUpMail: handler(mails.signUpMail),
    resetMail: handler(mails.resetMail),
    changeEmailMail: handler(mails.changeEmailMail),
  };
}

import type { Handler } from "../jobs/worker.ts";
import { type Mail, writeLetter } from "../mail/letter.ts";
import type { Transport } from "../mail/transport.ts";
import type { AccountMailsService } from "./account-mails.service.ts";

/**
 * The worker's side of mails about accounts, by kind of job. An attempt that is repeated mails another link.
 * @param origin of the site, for links
 */
export function accountMailHandlers(
  mails: AccountMailsService,
  transport: Transport,
  origin: string,
): Record<keyof AccountMailsService, Handler> {
  const handler =
    <T>(write: (order: T) => Promise<Mail | undefined>): Handler =>
    async ({ id, payload }, signal) => {
      const mail = await write(JSON.parse(payload) as T);
      if (mail) await transport(writeLetter(id, mail, origin), signal);
    };
  return {
    signUpMail: handler(mails.signUpMail),
    resetMail: handler(mails.resetMail),
    changeEmailMail: handler(mails.changeEmailMail),
  };
}

import { DomainError } from "../../shared/errors.ts";
import { type Actor, policy } from "../../shared/policy.ts";
import { contactSchema } from "../../shared/schemas/people.ts";
import { parseEmail } from "../../shared/schemas/text.ts";
import { validate } from "../../shared/schemas/validate.ts";
import type { AccountsRepo } from "../accounts/accounts.repo.ts";
import type { Client } from "../client.ts";
import type { ContactMessageTable } from "../db/schema.ts";
import { newId } from "../ids.ts";
import type { JobsService } from "../jobs/jobs.service.ts";
import type { LimitsService } from "../limits/limits.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { ContactRepo } from "./contact.repo.ts";

export interface ContactDependencies {
  contact: ContactRepo;
  accounts: AccountsRepo;
  mail: MailService;
  jobs: JobsService;
  limits: Pick<LimitsService, "take">;
  clock: () => number;
}

/** Messages to the people who run the site. */
export function createContactService(dependencies: ContactDependencies) {
  const { contact, accounts, mail, jobs, limits, clock } = dependencies;
  return {
    /**
     * Anybody may write. The message goes to the inbox and, by mail, to each admin.
     * @throws DomainError invalid_input, too_many_requests
     */
    async send(input: unknown, client: Client): Promise<void> {
      const message = validate(contactSchema, input);
      await limits.take("contact", { client });
      const admins = await accounts.listAdmins();
      const mails = admins
        // An imported address that no mail server would take must not keep the message out of the inbox.
        .filter(({ email, suspendedAt }) => suspendedAt === null && parseEmail(email) === email)
        .map(({ email }) => ({
          to: email,
          // The form takes a user name too.
          replyTo: parseEmail(message.email),
          template: "contact" as const,
          params: message,
        }));
      const row = { ...message, id: newId(clock()), createdAt: clock() };
      await contact.insert(row, (within) => mail.send(mails, within));
      jobs.wake();
    },

    /** @throws DomainError forbidden */
    async list(actor: Actor): Promise<ContactMessageTable[]> {
      if (!policy.readContactMessages(actor)) throw new DomainError("forbidden");
      return contact.list();
    },
  };
}

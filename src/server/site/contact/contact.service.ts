import { authorize } from "../../../shared/people/authorize.ts";
import { z } from "zod";
import { DomainError } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { contactSchema } from "../../../shared/schemas/people.ts";
import { idSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type AccountsRepo, adminAddresses } from "../../people/index.ts";
import {
  mailLimitsFor,
  type Client,
  type ContactMessageTable,
  type LimitsService,
  type MailService,
  newId,
} from "../../platform/index.ts";
import type { ContactRepo } from "./contact.repo.ts";

export interface ContactDependencies {
  contactRepo: ContactRepo;
  accountsRepo: Pick<AccountsRepo, "listAdmins">;
  mail: MailService;
  limits: Pick<LimitsService, "take" | "allowance">;
  clock: () => number;
}

const handledSchema = z.strictObject({ id: idSchema, handled: z.enum(["yes", "no"], { error: "invalid" }) });

/** Messages to the admins of the site. */
export function createContactService(dependencies: ContactDependencies) {
  const { contactRepo, accountsRepo, mail, limits, clock } = dependencies;
  return {
    /**
     * Stores a message in the inbox, and mails it to each admin; many messages are combined in a digest.
     * Visitors can write too.
     * @param input `{name, email, sub, mess}`; a logged-in sender may enter their username as `email`
     * @throws DomainError invalid_input, too_many_requests
     */
    async send(actor: Actor, input: unknown, client: Client): Promise<void> {
      const message = validate(contactSchema(actor), input);
      await limits.take("contact", { client });
      const mails = (await adminAddresses(accountsRepo)).map((to) => ({
        to,
        replyTo: message.email,
        template: "contact" as const,
        params: message,
        ...mailLimitsFor(limits, "contact", to),
      }));
      const row = { ...message, id: newId(clock()), createdAt: clock(), handledAt: null };
      await contactRepo.insert(row, (within) => mail.send(mails, within));
    },

    /**
     * Open messages, then handled messages; each group newest first.
     * @throws DomainError sign_in_required, forbidden
     */
    async list(actor: Actor): Promise<ContactMessageTable[]> {
      return contactRepo.list(authorize(actor, "readContactMessages"));
    },

    /**
     * Marks a message as handled, or as open again.
     * @param input `{id, handled}`: "yes" or "no"
     * @returns whether the message changed
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async setHandled(actor: Actor, input: unknown): Promise<{ modified: boolean }> {
      const by = authorize(actor, "readContactMessages");
      const { id, handled } = validate(handledSchema, input);
      const modified = await contactRepo.setHandled(by, id, handled === "yes" ? clock() : null);
      if (!modified && !(await contactRepo.exists(id))) throw new DomainError("not_found");
      return { modified };
    },
  };
}

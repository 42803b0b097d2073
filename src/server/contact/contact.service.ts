import { DomainError } from "../../shared/errors.ts";
import { type Actor, policy } from "../../shared/policy.ts";
import { contactSchema } from "../../shared/schemas/people.ts";
import { validate } from "../../shared/schemas/validate.ts";
import type { ContactMessageTable } from "../db/schema.ts";
import { newId } from "../ids.ts";
import type { ContactRepo } from "./contact.repo.ts";

/** Messages to the people who run the site. */
export function createContactService({ contact, clock }: { contact: ContactRepo; clock: () => number }) {
  return {
    /** Anybody may write. @throws DomainError invalid_input */
    async send(input: unknown): Promise<void> {
      const message = validate(contactSchema, input);
      await contact.insert({ ...message, id: newId(clock()), createdAt: clock() });
    },

    /** @throws DomainError forbidden */
    async list(actor: Actor): Promise<ContactMessageTable[]> {
      if (!policy.readContactMessages(actor)) throw new DomainError("forbidden");
      return contact.list();
    },
  };
}

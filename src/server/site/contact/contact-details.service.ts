import { authorize } from "../../../shared/people/authorize.ts";
import {
  type ContactDetailName,
  contactDetailNames,
  type ContactDetails,
  type ContactSetting,
  type ContactSettings,
} from "../../../shared/people/contact-details.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { contactSettingsSchema } from "../../../shared/schemas/contact-details.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { ContactDetailsRepo, StoredContact } from "./contact-details.repo.ts";

export interface ContactDetailsDependencies {
  contactDetailsRepo: ContactDetailsRepo;
  /** The defaults from the environment. The site hides a detail without a default until an admin sets it. */
  defaults: ContactDetails;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A detail in the admin's form. */
export interface ContactField extends ContactSetting {
  name: ContactDetailName;
  default: string | undefined;
}

const unset: ContactSetting = { value: "", isHidden: false };

/** The operator's contact details. Every visitor can read these details, and admins can change them. */
export function createContactDetailsService({
  contactDetailsRepo,
  defaults,
  clock,
}: ContactDetailsDependencies) {
  const settingsOf =
    ({ settings }: StoredContact) =>
    (name: ContactDetailName) =>
      settings?.[name] ?? unset;

  return {
    /** The details that are public. */
    async shown(): Promise<ContactDetails> {
      const settingOf = settingsOf(await contactDetailsRepo.find());
      const shown: ContactDetails = {};
      for (const name of contactDetailNames) {
        const { value, isHidden } = settingOf(name);
        const text = value || defaults[name];
        if (text && !isHidden) shown[name] = text;
      }
      return shown;
    },

    /** All details, for the admin's form. @throws DomainError sign_in_required, forbidden */
    async list(actor: Actor): Promise<{ version: number; fields: ContactField[] }> {
      authorize(actor, "manageContactDetails");
      const stored = await contactDetailsRepo.find();
      const settingOf = settingsOf(stored);
      const fields = contactDetailNames.map((name) => {
        return { name, ...settingOf(name), default: defaults[name] };
      });
      return { version: stored.version, fields };
    },

    /**
     * Saves the admin's settings.
     * @param input a text for each detail ("" for the default), the names of the `hidden` details, and the `version`
     *   that the admin saw
     * @throws DomainError sign_in_required, forbidden, invalid_input; changed_since if another admin saved first
     */
    async save(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "manageContactDetails");
      const { version, hidden, ...values } = validate(contactSettingsSchema, input);
      const settings = Object.fromEntries(
        contactDetailNames.map((name) => [name, { value: values[name], isHidden: hidden.includes(name) }]),
      ) as ContactSettings;
      if (!(await contactDetailsRepo.save(version, settings, { by, at: clock() })))
        throw new DomainError("changed_since");
    },
  };
}

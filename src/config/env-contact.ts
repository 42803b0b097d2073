import { z } from "zod";
import {
  type ContactDetailName,
  contactDetailNames,
  type ContactDetails,
  sampleContactDetails,
} from "../shared/people/contact-details.ts";
import { contactDetailSchemas } from "../shared/schemas/contact-details.ts";

/** The environment variable of each contact detail. */
export const contactVariables: Record<ContactDetailName, string> = {
  name: "PROSHNO_CONTACT_NAME",
  phone: "PROSHNO_CONTACT_PHONE",
  email: "PROSHNO_CONTACT_EMAIL",
  address: "PROSHNO_CONTACT_ADDRESS",
  hours: "PROSHNO_CONTACT_HOURS",
  facebook: "PROSHNO_SOCIAL_FACEBOOK",
  youtube: "PROSHNO_SOCIAL_YOUTUBE",
  linkedin: "PROSHNO_SOCIAL_LINKEDIN",
};

const LINK = "must be a public link that begins with https:// and has up to 300 characters";
const wrong: Record<ContactDetailName, string> = {
  name: "must be a name with up to 100 characters",
  phone: "must be a phone number of 3 to 15 digits, such as +880 1700 000000",
  email: "must be an email address, such as contact@example.edu",
  address: "must be an address on one line with up to 300 characters",
  hours: "must be a text on one line with up to 100 characters",
  facebook: LINK,
  youtube: LINK,
  linkedin: LINK,
};

/**
 * Reads the contact details from the environment.
 * @returns the contact details, with sample values for missing ones in a demo, and a line for each wrong
 * variable
 */
export function contactDefaults(
  variables: Record<string, string | undefined>,
  mode: "demo" | "production",
): { details: ContactDetails; problems: string[] } {
  const details: ContactDetails = mode === "demo" ? { ...sampleContactDetails } : {};
  const problems: string[] = [];
  for (const name of contactDetailNames) {
    const text = variables[contactVariables[name]];
    if (!text) continue;
    const { data } = z.safeParse(contactDetailSchemas[name], text);
    if (data === undefined) problems.push(`${contactVariables[name]}: ${wrong[name]}`);
    else details[name] = data;
  }
  return { details, problems };
}

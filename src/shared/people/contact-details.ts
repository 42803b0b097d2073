/** The operator's contact details, in the order of the admin's form. */
export const contactDetailNames = [
  "name",
  "phone",
  "email",
  "address",
  "hours",
  "facebook",
  "youtube",
  "linkedin",
] as const;
export type ContactDetailName = (typeof contactDetailNames)[number];

/** The contact details that a site shows. A detail without a value is hidden. */
export type ContactDetails = Partial<Record<ContactDetailName, string>>;

/** An admin's setting for one contact detail. */
export interface ContactSetting {
  /** "" means the default value. */
  value: string;
  isHidden: boolean;
}
export type ContactSettings = Record<ContactDetailName, ContactSetting>;

/** The contact details that link to our pages on other sites, with the names of these sites. */
export const socialNames = { facebook: "Facebook", youtube: "YouTube", linkedin: "LinkedIn" } as const;

/** Sample contact details for a demo, taken from the specification. */
export const sampleContactDetails: Required<ContactDetails> = {
  name: "The students who run Proshno",
  phone: "+880 0000 000000",
  email: "contact@example.edu",
  address: "Sample Road 12, Dhaka 1205, Bangladesh",
  hours: "Monday to Friday 08AM to 09PM",
  facebook: "https://example.edu/proshno/facebook",
  youtube: "https://example.edu/proshno/youtube",
  linkedin: "https://example.edu/proshno/linkedin",
};

/**
 * A link that calls a phone number (RFC 3966).
 * @param phone may contain spaces and brackets
 */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, "")}`;

/** A link that opens a new mail (RFC 6068). */
export const emailHref = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

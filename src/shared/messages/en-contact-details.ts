import type { ContactDetailName } from "../people/contact-details.ts";

/** Texts of the page where admins set the contact details. */
export const enContactDetails = {
  contactDetails: {
    title: "Contact Details",
    intro:
      "The site shows these details in the footer, on the contact page and in the legal texts. It hides a detail that has no value.",
    fields: {
      name: { label: "Operator's name" },
      phone: { label: "Phone" },
      email: { label: "Email" },
      address: { label: "Address" },
      hours: { label: "Hours" },
      facebook: { label: "Facebook page" },
      youtube: { label: "YouTube channel" },
      linkedin: { label: "LinkedIn page" },
    } satisfies Record<ContactDetailName, { label: string }>,
    default: (value: string) => `Leave this empty to use the default: ${value}`,
    noDefault: "This detail has no default. Leave it empty to hide it.",
    hide: "Hide",
    hideOf: (label: string) => `Hide: ${label}`,
    savedNow: (value: string) => `Another admin saved: ${value}`,
    savedEmpty: "Another admin left this empty, so the default applies",
    savedHidden: "Another admin hid this detail",
    save: "Save",
    reset: "Reset all to defaults",
    saved: "Contact details saved",
    savedDetail: "Every page now shows the new details.",
    resetDetail: "Every page now shows the defaults.",
  },
};

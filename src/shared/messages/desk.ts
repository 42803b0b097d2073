import { enDesk } from "./en-desk.ts";
import type { Locale } from "./index.ts";

/** The texts of the moderators' desk in each language. They are not in the catalogue, because only the desk loads them. */
const desks = { en: enDesk } satisfies Record<Locale, typeof enDesk>;

export type DeskMessages = typeof enDesk;

export const deskMessagesIn = (locale: Locale): DeskMessages => desks[locale];

import { enLegal } from "./en-legal.ts";
import type { Locale } from "./index.ts";

/** The legal texts in each language. They are long and not in the catalogue, because only their own pages show them. */
const legal = { en: enLegal } satisfies Record<Locale, typeof enLegal>;

export type LegalMessages = typeof enLegal;

export const legalMessagesIn = (locale: Locale): LegalMessages => legal[locale];

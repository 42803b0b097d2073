import { enSaved } from "./en-saved.ts";
import type { Locale } from "./index.ts";

/** The texts of saved lists in each language. They are not in the catalogue, because few pages load them. */
const saved = { en: enSaved } satisfies Record<Locale, typeof enSaved>;

export type SavedMessages = typeof enSaved;

export const savedMessagesIn = (locale: Locale): SavedMessages => saved[locale];

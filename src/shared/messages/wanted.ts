import { enWanted } from "./en-wanted.ts";
import type { Locale } from "./index.ts";

/** The texts of requests and follows in each language. They are not in the catalogue, because few pages load them. */
const wanted = { en: enWanted } satisfies Record<Locale, typeof enWanted>;

export type WantedMessages = typeof enWanted;

export const wantedMessagesIn = (locale: Locale): WantedMessages => wanted[locale];

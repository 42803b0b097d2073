import { enPileScreen } from "./en-pile-screen.ts";
import type { Locale } from "./index.ts";

/** The texts of piles in each language. They are not in the catalogue, because only the pages of piles load them. */
const piles = { en: enPileScreen } satisfies Record<Locale, typeof enPileScreen>;

export type PileMessages = typeof enPileScreen;

export const pileMessagesIn = (locale: Locale): PileMessages => piles[locale];

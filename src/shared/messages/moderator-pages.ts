import { enInsight } from "./en-insight.ts";
import { enTrust } from "./en-trust.ts";
import type { Locale } from "./index.ts";

const en = { ...enTrust, insight: enInsight };

/** The texts of pages for moderators. They are not in the catalogue, because only these pages load them. */
const pages = { en } satisfies Record<Locale, typeof en>;

export type ModeratorPageMessages = typeof en;

export const moderatorPagesIn = (locale: Locale): ModeratorPageMessages => pages[locale];

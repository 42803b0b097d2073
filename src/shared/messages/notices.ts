import { enNotices } from "./en-notices.ts";
import type { Locale } from "./index.ts";

/** The texts of notices in each language. They are not in the catalogue, because few pages load them. */
const notices = { en: enNotices } satisfies Record<Locale, typeof enNotices>;

export type NoticeMessages = typeof enNotices;

export const noticeMessagesIn = (locale: Locale): NoticeMessages => notices[locale];

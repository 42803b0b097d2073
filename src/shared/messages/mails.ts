import { enMail } from "./en-mail.ts";
import type { Locale } from "./index.ts";

/** The mails of each language. They are not in the catalogue, because no page shows them. */
const mails = { en: enMail } satisfies Record<Locale, typeof enMail>;

export type MailMessages = typeof enMail;

export const mailsIn = (locale: Locale): MailMessages => mails[locale];

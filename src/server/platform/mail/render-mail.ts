import { escapeMarkup } from "../../../shared/text/escape-markup.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import { type enMail, mailMessages } from "../../../shared/messages/en-mail.ts";
import { type Locale, messagesIn, siteLocale } from "../../../shared/messages/index.ts";
import { parseEmail } from "../../../shared/schemas/text.ts";

type Templates = (typeof enMail)["templates"];
export type TemplateName = keyof Templates;

/** A template with its values and the recipient's address. */
export interface Mail<T extends TemplateName = TemplateName> {
  to: string;
  /** The address for replies; the default is the site's address. */
  replyTo?: string | undefined;
  template: T;
  params: Parameters<Templates[T]>[0];
  locale?: Locale;
}

/** The texts of a mail, without markup. */
export interface MailWords {
  subject: string;
  paragraphs: string[];
  /** A link to a page of the site, by its path. */
  link?: { label: string; path: string };
  /** A second link, at the end: how to stop these mails. */
  stop?: { label: string; path: string };
  /** The path to unsubscribe, for a mail to a mailing list. */
  unsubscribe?: string;
}

/** A mail that is ready to send. */
export interface RenderedMail {
  /**
   * The id is the same in every attempt, so that a mail program shows a mail only once even if it was sent
   * twice.
   */
  id: string;
  to: string;
  replyTo: string | undefined;
  /** The address to unsubscribe, with a link or with a POST from the reader's mail program (RFC 8058). */
  unsubscribe?: string | undefined;
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_MAX = 200;

/**
 * Renders a mail as text and HTML. It escapes every value, and the HTML loads nothing.
 * @param origin of the site, for the link
 * @throws DomainError invalid_input if an address is not valid
 */
export function renderMail(id: string, mail: Mail, origin: string): RenderedMail {
  const locale = mail.locale ?? siteLocale;
  const { templates, footer } = messagesIn(locale, mailMessages);
  const write = templates[mail.template] as (params: Mail["params"]) => MailWords;
  const { subject, paragraphs, link, stop, unsubscribe } = write(mail.params);
  const links = [link, stop].flatMap((one) =>
    one ? [{ ...one, href: new URL(one.path, origin).href }] : [],
  );
  const end = footer(origin);
  const text = [...paragraphs, ...links.map(({ label, href }) => `${label}: ${href}`), `-- \n${end}`].join(
    "\n\n",
  );
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll("\n", "<br>")}</p>`),
    ...links.map(({ label, href }) => `<p><a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a></p>`),
    `<p><small>${escapeMarkup(end)}</small></p>`,
  ];
  return {
    id,
    to: mailAddress("to", mail.to),
    replyTo: mail.replyTo === undefined ? undefined : mailAddress("replyTo", mail.replyTo),
    unsubscribe: unsubscribe && new URL(unsubscribe, origin).href,
    subject: oneLine(subject),
    text: `${text}\n`,
    html: `<!doctype html><html lang="${locale}"><meta charset="utf-8"><body>${body.join("\n")}</body></html>\n`,
  };
}

/**
 * Checks one plain email address, which is then safe in a header.
 * @param field the name for the error
 * @throws DomainError invalid_input for any other text, also for white space around the address
 */
export function mailAddress(field: string, text: string): string {
  const email = parseEmail(text);
  if (email === undefined || email.length !== text.length) throw invalid(field, "email");
  return email;
}

/**
 * A text for a header: without line breaks, control characters or direction marks, and cut to the length that
 * mail programs show.
 */
function oneLine(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
  return [...clean].slice(0, SUBJECT_MAX).join("");
}

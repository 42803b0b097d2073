import { escapeMarkup } from "../../../shared/escape-markup.ts";
import { invalid } from "../../../shared/errors.ts";
import { type Locale, type Messages, messagesIn } from "../../../shared/messages/index.ts";
import { parseEmail } from "../../../shared/schemas/text.ts";

type Templates = Messages["mail"]["templates"];
export type TemplateName = keyof Templates;

/** A mail as the product orders it. */
export interface Mail<T extends TemplateName = TemplateName> {
  to: string;
  /** The address for replies, if not the site's own. */
  replyTo?: string | undefined;
  template: T;
  params: Parameters<Templates[T]>[0];
  locale?: Locale;
}

/** The result of a template: words only, no mark-up. */
export interface MailWords {
  subject: string;
  paragraphs: string[];
  /** A page of the site to open, by its path. */
  link?: { label: string; path: string };
  /** Of what is sent to a list: the path that takes the reader off it. */
  unsubscribe?: string;
}

/** A mail ready to be sent. */
export interface RenderedMail {
  /** The same at every attempt, so that a mail that was sent twice is shown once. */
  id: string;
  to: string;
  replyTo: string | undefined;
  /** The address that takes the reader off a list, by a link and by a POST of their mail program (RFC 8058). */
  unsubscribe?: string | undefined;
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_MAX = 200;

/**
 * Writes a mail out in text and HTML. Every value is escaped and nothing is loaded from anywhere.
 * @param origin of the site, for the link
 * @throws DomainError invalid_input where an address is none
 */
export function renderMail(id: string, mail: Mail, origin: string): RenderedMail {
  const { templates, footer } = messagesIn(mail.locale ?? "en").mail;
  const write = templates[mail.template] as (params: Mail["params"]) => MailWords;
  const { subject, paragraphs, link, unsubscribe } = write(mail.params);
  const address = link && new URL(link.path, origin).href;
  const end = footer(origin);
  const text = [...paragraphs, ...(link ? [`${link.label}: ${address}`] : []), `-- \n${end}`].join("\n\n");
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll("\n", "<br>")}</p>`),
    ...(link ? [`<p><a href="${escapeMarkup(address ?? "")}">${escapeMarkup(link.label)}</a></p>`] : []),
    `<p><small>${escapeMarkup(end)}</small></p>`,
  ];
  return {
    id,
    to: mailAddress("to", mail.to),
    replyTo: mail.replyTo === undefined ? undefined : mailAddress("replyTo", mail.replyTo),
    unsubscribe: unsubscribe && new URL(unsubscribe, origin).href,
    subject: oneLine(subject),
    text: `${text}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><body>${body.join("\n")}</body></html>\n`,
  };
}

/**
 * One plain e-mail address, such as can do no harm in a header.
 * @param field the name for the error
 * @throws DomainError invalid_input for anything else, white space around it included
 */
export function mailAddress(field: string, text: string): string {
  const email = parseEmail(text);
  if (email === undefined || email.length !== text.length) throw invalid(field, "email");
  return email;
}

/** A header's text: no line breaks, control or direction characters, and no more than a reader shows. */
function oneLine(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
  return [...clean].slice(0, SUBJECT_MAX).join("");
}

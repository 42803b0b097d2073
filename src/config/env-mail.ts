import { z } from "zod";

export const MAIL_SERVER =
  "must be smtp://user:password@host:587 or smtps://user:password@host:465, without a path";
export const SENDER = "must be an address, such as noreply@example.edu or Proshno <noreply@example.edu>";

/** The site's own name and address in mails. */
export interface MailSender {
  name: string;
  address: string;
}

export function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return false;
  // `decodeURIComponent` throws if two hex digits don't follow a percent sign.
  const decodable = !/%(?![0-9a-f]{2})/i.test(url.username + url.password);
  return decodable && /^\/?$/.test(url.pathname) && !url.search && !url.hash;
}

/** @returns undefined if the text is neither `address` nor `Name <address>` */
export function parseSender(text: string): MailSender | undefined {
  const [, name = "", bracketed] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = bracketed ?? text.trim();
  return z.email().max(254).safeParse(address).success ? { name: name.trim(), address } : undefined;
}

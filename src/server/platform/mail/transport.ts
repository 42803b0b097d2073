import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { RenderedMail } from "./render-mail.ts";

/** Hands a rendered over. Rejects where it was not taken. */
export type Transport = (rendered: RenderedMail, signal?: AbortSignal) => Promise<void>;

/** The site's own address: plain, or `Name <address>` taken apart. */
export interface Sender {
  name: string;
  address: string;
}

/** How long a mail server may take, in ms: for each phase here, and for all of it by the job's signal. */
const LIMITS = {
  dnsTimeout: 8_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
  socketCloseTimeout: 0,
};

/**
 * Sends by an SMTP server. A password leaves for another machine by TLS alone.
 * @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte
 * @param hostname of the site, for message ids
 */
export function smtpTransport(url: string, from: Sender, hostname: string): Transport {
  const { protocol, hostname: host, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const server = host.replace(/^\[|\]$/g, "");
  const mailer = createTransport({
    ...LIMITS,
    host: server,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && username !== "" && !isLoopback(server),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (rendered, signal) => {
    await mailer.sendMail({ ...envelope(rendered, from, hostname), ...(signal ? { signal } : {}) });
  };
}

/** A rendered as an RFC 5322 message. */
export async function composed(rendered: RenderedMail, from: Sender, hostname: string): Promise<Buffer> {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { message } = await composer.sendMail(envelope(rendered, from, hostname));
  return message as Buffer;
}

function envelope(
  { id, to, replyTo, unsubscribe, subject, text, html }: RenderedMail,
  from: Sender,
  hostname: string,
) {
  return {
    messageId: `<${id}@${hostname}>`,
    from,
    // As parts and not as text, which nodemailer would read as a list of addresses.
    to: { name: "", address: to },
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    subject,
    text,
    html,
    // Keeps holiday answers away (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...(unsubscribe ? listHeaders(unsubscribe) : {}) },
  };
}

/** RFC 2369 §3.2, and RFC 8058 §3.1, which wants https. */
function listHeaders(unsubscribe: string): Record<string, string> {
  const oneClick = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return { "List-Unsubscribe": `<${unsubscribe}>`, ...(unsubscribe.startsWith("https:") ? oneClick : {}) };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

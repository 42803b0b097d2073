import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { RenderedMail } from "./render-mail.ts";

/** Sends a rendered mail. Rejects if the mail was not accepted. */
export type Transport = (rendered: RenderedMail, signal?: AbortSignal) => Promise<void>;

/** The site's own address, from plain text or `Name <address>`. */
export interface Sender {
  name: string;
  address: string;
}

/** Time limits for the phases of a connection, in ms. The job's signal limits the total time. */
const LIMITS = {
  dnsTimeout: 8_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
  socketCloseTimeout: 0,
};

/**
 * Sends through an SMTP server. It sends a password to another machine only over TLS.
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

/** Composes an RFC 5322 message from a rendered mail. */
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
    // An object, because nodemailer would parse a string as a list of addresses.
    to: { name: "", address: to },
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    subject,
    text,
    html,
    // Suppresses automatic replies, such as holiday notices (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...(unsubscribe ? listHeaders(unsubscribe) : {}) },
  };
}

/** The headers of RFC 2369 §3.2 and RFC 8058 §3.1. RFC 8058 requires https. */
function listHeaders(unsubscribe: string): Record<string, string> {
  const oneClick = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return { "List-Unsubscribe": `<${unsubscribe}>`, ...(unsubscribe.startsWith("https:") ? oneClick : {}) };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

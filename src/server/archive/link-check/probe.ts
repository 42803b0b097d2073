import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { parseLink } from "../../../shared/drive-link.ts";
import { isPublicAddress } from "./public-address.ts";
import { createResolveHost, hasNoAddress, type ResolveHost } from "./resolve-host.ts";

/**
 * The result of a link check: the link works, the link is gone, or we can't tell. We can't tell if the site
 * is down, blocks bots, or has an address that we don't visit.
 */
export type LinkState = "something" | "nothing" | "unsure";

export interface ProbeOptions {
  resolve?: ResolveHost;
  /** Opens a TLS connection to a checked address. The certificate must be for the name `host`. */
  connect?: (address: string, host: string) => Duplex;
}

export type Probe = (link: string, signal: AbortSignal) => Promise<LinkState>;

const MAX_REDIRECTS = 3;
/** The maximum size of the response headers, in bytes. We don't read the body. */
const MAX_HEADERS = 16_000;
/**
 * The maximum size of everything before the body, in bytes. It includes the 1xx responses that a server may
 * send first.
 */
const MAX_HEAD = 64_000;
const MAX_INFORMATION = 5;
/** The status codes of sites that don't support HEAD requests. */
const NO_HEAD = new Set([403, 405, 501]);
const GONE = new Set([404, 410]);
/** Google redirects here if a visitor is not allowed to open a file. */
const SIGN_IN_HOST = "accounts.google.com";

// Connects to the checked address directly. A second name lookup could give a different address.
const systemConnect = (address: string, host: string): Duplex =>
  connectTls({ host: address, port: 443, servername: host, ALPNProtocols: ["http/1.1"] });

/**
 * Creates the function that checks a link. It uses only https on port 443, and never connects to a private
 * address.
 */
export function createProbe({
  resolve = createResolveHost(),
  connect = systemConnect,
}: ProbeOptions = {}): Probe {
  return async function probe(link, signal) {
    let url = visitable(link);
    for (let redirects = 0; url && redirects <= MAX_REDIRECTS; redirects += 1) {
      const address = await publicAddress(url.hostname, signal);
      if (address === undefined) return "nothing";
      if (address === "private") return "unsure";
      const { status, location } = await ask(url, address, signal);
      if (status < 300 || status > 399 || location === undefined) return judged(status);
      const target = URL.parse(location, url);
      if (target?.hostname === SIGN_IN_HOST) return "nothing";
      url = target ? visitable(target.href) : undefined;
    }
    return "unsure";
  };

  /**
   * A public address of the host; undefined if the name has no address. If any address is private, the result
   * is "private".
   */
  async function publicAddress(host: string, signal: AbortSignal): Promise<string | "private" | undefined> {
    let found: string[];
    try {
      found = await resolve(host, signal);
    } catch (error) {
      if (hasNoAddress(error)) return undefined;
      throw error;
    }
    return found.every(isPublicAddress) ? (found[0] ?? "private") : "private";
  }

  async function ask(url: URL, address: string, signal: AbortSignal) {
    const head = await send("HEAD", url, address, signal);
    return NO_HEAD.has(head.status) ? send("GET", url, address, signal) : head;
  }

  function send(method: "HEAD" | "GET", url: URL, address: string, signal: AbortSignal) {
    return new Promise<{ status: number; location: string | undefined }>((done, failed) => {
      const asked = request(url, {
        method,
        signal,
        defaultPort: 443,
        maxHeaderSize: MAX_HEADERS,
        headers: { accept: "*/*", "user-agent": "Proshno link check", connection: "close" },
        // No agent, because an agent would look up the name again and open a different connection.
        createConnection: () => bounded(connect(address, url.hostname)),
      });
      let information = 0;
      asked.once("error", failed);
      asked.on("information", () => {
        information += 1;
        if (information > MAX_INFORMATION) asked.destroy(new Error("The site sent too many 1xx responses"));
      });
      asked.once("response", (answer: IncomingMessage) => {
        // Only the headers are needed.
        asked.off("error", failed).on("error", () => {});
        answer.destroy();
        done({ status: answer.statusCode ?? 0, location: answer.headers.location });
      });
      asked.end();
    });
  }
}

/** Closes the connection if the site sends more than `MAX_HEAD` bytes. */
function bounded(connection: Duplex): Duplex {
  let read = 0;
  return connection.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_HEAD) connection.destroy(new Error("The headers of the response are too long"));
  });
}

/** Accepts the same links as a contribution: https, no port, and a host name instead of an IP address. */
function visitable(link: string): URL | undefined {
  // For contributors `parseLink` corrects a missing scheme or `http:`. A redirect isn't corrected.
  if (URL.parse(link)?.protocol !== "https:") return undefined;
  const parsed = parseLink(link);
  // A Drive page without a file is not a valid link for a contribution, but it may redirect to one.
  if (parsed === "driveWithoutFile") return new URL(link);
  return typeof parsed === "string" ? undefined : new URL(parsed.href);
}

function judged(status: number): LinkState {
  if (GONE.has(status)) return "nothing";
  return status >= 200 && status < 300 ? "something" : "unsure";
}

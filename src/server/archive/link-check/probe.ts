import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { parseLink } from "../../../shared/drive-link.ts";
import { isPublicAddress } from "./public-address.ts";
import { createResolveHost, hasNoAddress, type ResolveHost } from "./resolve-host.ts";

/**
 * The result of a link check: the link works; it is gone; or the check can't tell, as for a site that is down, refuses
 * programs, or has an address that we do not visit.
 */
export type LinkState = "something" | "nothing" | "unsure";

export interface ProbeOptions {
  resolve?: ResolveHost;
  /** Opens TLS to an address that was checked; `host` is the name that the certificate must have. */
  connect?: (address: string, host: string) => Duplex;
}

export type Probe = (link: string, signal: AbortSignal) => Promise<LinkState>;

const MAX_REDIRECTS = 3;
/** For the headers of an answer, in bytes; of its body nothing is read. */
const MAX_HEADERS = 16_000;
/** For everything before the body, in bytes: a server may send 1xx answers before its answer. */
const MAX_HEAD = 64_000;
const MAX_INFORMATION = 5;
/** Some sites answer no HEAD. */
const NO_HEAD = new Set([403, 405, 501]);
const GONE = new Set([404, 410]);
/** Google redirects here if a person may not open a file. */
const SIGN_IN_HOST = "accounts.google.com";

// An address is connected to as it is: no name is looked up a second time.
const systemConnect = (address: string, host: string): Duplex =>
  connectTls({ host: address, port: 443, servername: host, ALPNProtocols: ["http/1.1"] });

/** @returns how the server looks at a link: https and port 443 alone, and never at a private address */
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

  /** An address of the host; undefined where no name server knows it. One private one spoils them all. */
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
        // And no agent, which would open a connection of its own, by name.
        createConnection: () => bounded(connect(address, url.hostname)),
      });
      let information = 0;
      asked.once("error", failed);
      asked.on("information", () => {
        information += 1;
        if (information > MAX_INFORMATION) asked.destroy(new Error("The site sent too many 1xx answers"));
      });
      asked.once("response", (answer: IncomingMessage) => {
        // Its headers were all that is wanted.
        asked.off("error", failed).on("error", () => {});
        answer.destroy();
        done({ status: answer.statusCode ?? 0, location: answer.headers.location });
      });
      asked.end();
    });
  }
}

/** A connection that ends if more arrives than a head may have. */
function bounded(connection: Duplex): Duplex {
  let read = 0;
  return connection.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_HEAD) connection.destroy(new Error("The head of the answer is too long"));
  });
}

/** The same rules as for a contributor's link: https, no port, a name that is no address. */
function visitable(link: string): URL | undefined {
  // We mend a missing scheme or `http:` for people who type a link, not for a site that redirects.
  if (URL.parse(link)?.protocol !== "https:") return undefined;
  const parsed = parseLink(link);
  // A page of Drive that names no file is no link of a contribution, but may be on the way to one.
  if (parsed === "driveWithoutFile") return new URL(link);
  return typeof parsed === "string" ? undefined : new URL(parsed.href);
}

function judged(status: number): LinkState {
  if (GONE.has(status)) return "nothing";
  return status >= 200 && status < 300 ? "something" : "unsure";
}

import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { parseLink } from "../../shared/drive-link.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * What a look at a link shows: it leads somewhere; nobody will find anything there; or nothing can be said, as of a
 * site that is down, refuses programs, or whose address we do not visit.
 */
export type Found = "something" | "nothing" | "unsure";

export interface ProbeOptions {
  /** @returns every address of a host */
  resolve?: (host: string) => Promise<string[]>;
  /** Opens TLS to an address that was checked; `host` is the name that the certificate must have. */
  connect?: (address: string, host: string) => Duplex;
}

export type Probe = (link: string, signal: AbortSignal) => Promise<Found>;

const MAX_REDIRECTS = 3;
/** For the headers of an answer, in bytes; of its body nothing is read. */
const MAX_HEADERS = 16 * 1024;
/** Some sites answer no HEAD. */
const NO_HEAD = new Set([403, 405, 501]);
const GONE = new Set([404, 410]);
/** Where Google sends who may not open a file. */
const SIGN_IN_HOST = "accounts.google.com";

const systemResolve = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

// An address is connected to as it is: no name is looked up a second time.
const systemConnect = (address: string, host: string): Duplex =>
  connectTls({ host: address, port: 443, servername: host, ALPNProtocols: ["http/1.1"] });

/** @returns how the server looks at a link: https and port 443 alone, and never at a private address */
export function createProbe({ resolve = systemResolve, connect = systemConnect }: ProbeOptions = {}): Probe {
  return async function probe(link, signal) {
    let url = visitable(link);
    for (let redirects = 0; url && redirects <= MAX_REDIRECTS; redirects += 1) {
      const address = await Promise.race([publicAddress(url.hostname), aborted(signal)]);
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
  async function publicAddress(host: string): Promise<string | "private" | undefined> {
    let found: string[];
    try {
      found = await resolve(host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOTFOUND") return undefined;
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
        createConnection: () => connect(address, url.hostname),
      });
      asked.once("error", failed);
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

/** A resolver may take longer than anybody waits, and knows no signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_done, failed) => {
    const fail = () => failed(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}

/** The same rules as for a contributor's link: https, no port, a name that is no address. */
function visitable(link: string): URL | undefined {
  const parsed = parseLink(link);
  // A page of Drive that names no file is no link of a contribution, but may be on the way to one.
  if (parsed === "driveWithoutFile") return new URL(link);
  return typeof parsed === "string" ? undefined : new URL(parsed.href);
}

function judged(status: number): Found {
  if (GONE.has(status)) return "nothing";
  return status >= 200 && status < 300 ? "something" : "unsure";
}

import { parseLink } from "../../../shared/files/drive-link.ts";
import { type Connect, findPublicAddress, sendChecked, systemConnect } from "./checked-request.ts";
import { createResolveHost, type ResolveHost } from "./resolve-host.ts";

/**
 * The result of a link check: the link works, the link is gone, or we can't tell. We can't tell if the site
 * is down, blocks bots, or has an address that we don't visit.
 */
export type LinkState = "something" | "nothing" | "unsure";

export interface ProbeOptions {
  resolve?: ResolveHost;
  connect?: Connect;
}

export type Probe = (link: string, signal: AbortSignal) => Promise<LinkState>;

const MAX_REDIRECTS = 3;
/** The status codes of sites that don't support HEAD requests. */
const NO_HEAD = new Set([403, 405, 501]);
const GONE = new Set([404, 410]);
/** Google redirects here if a visitor is not allowed to open a file. */
const SIGN_IN_HOST = "accounts.google.com";

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
      const address = await findPublicAddress(resolve, url.hostname, signal);
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

  async function ask(url: URL, address: string, signal: AbortSignal) {
    const head = await send("HEAD", url, address, signal);
    return NO_HEAD.has(head.status) ? send("GET", url, address, signal) : head;
  }

  async function send(method: "HEAD" | "GET", url: URL, address: string, signal: AbortSignal) {
    const headers = { "user-agent": "Proshno link check" };
    const answer = await sendChecked({ method, url, address, headers, connect, signal });
    // Only the headers are needed.
    answer.on("error", () => {}).destroy();
    return { status: answer.statusCode ?? 0, location: answer.headers.location };
  }
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

import type { IncomingMessage } from "node:http";
import { deviceCookie } from "../../server/platform/index.ts";
import { cookiesOf } from "../../shared/cookies.ts";
import { parseTheme, type Theme } from "../../shared/theme.ts";

/** The parts of a request that decide its answer, if the answer is the same for all visitors. */
export interface Visitor {
  theme: Theme;
}

/**
 * @param origin where people reach the site
 * @returns the visitor; undefined for a person with an answer of their own: with a session, a toast, a login on its
 *   way, or any cookie that this function does not know
 */
export function createVisitorOf(origin: string) {
  const device = deviceCookie(origin).name;
  const anybody: Visitor = { theme: "system" };
  return ({ method, headers }: IncomingMessage): Visitor | undefined => {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined)
      return undefined;
    if (headers.cookie === undefined) return anybody;
    const cookies = cookiesOf(headers.cookie);
    for (const name in cookies) if (name !== "theme" && name !== device) return undefined;
    return { theme: parseTheme(cookies["theme"]) };
  };
}

/**
 * An address with its query names sorted, so that equal questions have one key. The values of one name keep their
 * order.
 */
export function sortedQuery(url: string): string {
  const start = url.indexOf("?");
  if (start === -1 || !url.includes("&", start)) return url;
  const nameOf = (pair: string) => pair.split("=", 1)[0] as string;
  const pairs = url
    .slice(start + 1)
    .split("&")
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  return `${url.slice(0, start)}?${pairs.join("&")}`;
}

import type { IncomingMessage } from "node:http";
import { deviceCookie } from "../../server/platform/index.ts";
import { cookiesOf } from "../../shared/cookies.ts";
import { parseTheme, type Theme } from "../../shared/theme.ts";

/** What of a request decides its answer, where that is the same for all visitors. */
export interface Visitor {
  theme: Theme;
}

/**
 * @param origin where people reach the site
 * @returns who asks; undefined for somebody whose answer is their own: with a session, a toast, a sign-in on its way, or
 *   any cookie that this function does not know
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

/** An address whose query names come in one order, so that the same question has one key. Values of a name keep theirs. */
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

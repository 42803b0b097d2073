import type { IncomingMessage } from "node:http";
import { deviceCookie } from "../../server/platform/index.ts";
import { cookiesOf } from "../../shared/cookies.ts";
import { parseTheme, type Theme } from "../../shared/theme.ts";

/** The parts of a request that affect an answer for all visitors. */
export interface Visitor {
  theme: Theme;
}

/**
 * @param origin the public origin of the site
 * @returns the visitor; undefined if the person may get a different answer: they have a session, a toast, an
 * unfinished login or an unknown cookie
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
 * An address with its query names sorted, so that equivalent addresses have the same key. The values of one
 * name keep their order.
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

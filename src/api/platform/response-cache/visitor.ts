import type { IncomingMessage } from "node:http";
import { deviceCookie } from "../../../server/platform/index.ts";
import { cookiesOf } from "../../../shared/people/cookies.ts";
import { parseTheme } from "../../../shared/people/theme.ts";

/**
 * The cookies that affect a response for all visitors, by name. Each is part of the response cache's key, and
 * the site gets no other cookie. The functions parse a cookie's value; without the cookie they return the
 * default.
 */
const visitorCookies = { theme: parseTheme };
type CookieName = keyof typeof visitorCookies;
const names = Object.keys(visitorCookies) as CookieName[];

/** The parts of a request that affect a response for all visitors. */
export type Visitor = { [Name in CookieName]: ReturnType<(typeof visitorCookies)[Name]> };

const visitorFrom = (valueOf: (name: CookieName) => string | undefined) =>
  Object.fromEntries(names.map((name) => [name, visitorCookies[name](valueOf(name))])) as Visitor;

/** A visitor without cookies. */
export const anybody = visitorFrom(() => undefined);

/** The values of the visitor for the response cache's key. */
export const visitorKey = (visitor: Visitor): string => names.map((name) => visitor[name]).join(" ");

/** The Cookie header from which the site reads the same visitor; undefined if all values are the defaults. */
export const visitorHeader = (visitor: Visitor): string | undefined =>
  names
    .filter((name) => visitor[name] !== anybody[name])
    .map((name) => `${name}=${visitor[name]}`)
    .join("; ") || undefined;

/**
 * @param origin the public origin of the site
 * @param session the name of the session's cookie, if a session changes nothing
 * @returns the visitor; undefined if the person may get a different response: they have another session, a toast,
 * an unfinished login or an unknown cookie
 */
export function createVisitorOf(origin: string, session?: string) {
  const known = new Set([...names, deviceCookie(origin).name, ...(session === undefined ? [] : [session])]);
  return ({ method, headers }: IncomingMessage): Visitor | undefined => {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined)
      return undefined;
    if (headers.cookie === undefined) return anybody;
    const cookies = cookiesOf(headers.cookie);
    for (const name in cookies) if (!known.has(name)) return undefined;
    return visitorFrom((name) => cookies[name]);
  };
}

/**
 * An address with sorted query names, so that equivalent addresses have the same key. Several values of one
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

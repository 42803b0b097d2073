import { parse, serialize } from "hono/utils/cookie";

export interface CookieOptions {
  /** How long the browser keeps it, in seconds; 0 ends it. */
  seconds: number;
  /** Whether people reach the site by https. */
  secure: boolean;
}

/**
 * Writes a cookie for the whole site that no script can read (RFC 6265).
 * @param value of any characters; it is percent-encoded where needed
 * @returns a Set-Cookie line
 */
export const cookieLine = (name: string, value: string, { seconds, secure }: CookieOptions): string =>
  serialize(name, value, { maxAge: seconds, path: "/", httpOnly: true, secure, sameSite: "Lax" });

/**
 * Reads the cookies of a request. Of two with one name the first counts.
 * @param header the `Cookie` header
 * @returns the decoded values by name
 */
export const cookiesOf = (header: string | null | undefined): Partial<Record<string, string>> =>
  parse(header ?? "");

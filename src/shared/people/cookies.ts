import { parse, serialize } from "hono/utils/cookie";

export interface CookieOptions {
  /** The lifetime of the cookie, in seconds; 0 deletes the cookie. */
  seconds: number;
  /** Whether the public address of the site is https. */
  secure: boolean;
}

/**
 * Writes a cookie for the whole site that scripts can't read (RFC 6265).
 * @param value any text; special characters are percent-encoded
 * @returns a Set-Cookie line
 */
export const cookieLine = (name: string, value: string, { seconds, secure }: CookieOptions): string =>
  serialize(name, value, { maxAge: seconds, path: "/", httpOnly: true, secure, sameSite: "Lax" });

/**
 * Reads the cookies of a request. If a name occurs twice, the first value is used.
 * @param header the `Cookie` header
 * @returns the decoded values by name
 */
export const cookiesOf = (header: string | null | undefined): Partial<Record<string, string>> =>
  parse(header ?? "");

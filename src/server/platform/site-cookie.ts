import { cookieLine, cookiesOf } from "../../shared/people/cookies.ts";

/**
 * A cookie that scripts can't read (RFC 6265).
 * @param origin the public origin of the site
 * @param plain the cookie's name without a prefix
 */
export function siteCookie(origin: string, plain: string) {
  const secure = origin.startsWith("https://");
  // Browsers reject a `__Host-` cookie over plain HTTP, so on loopback the name has no prefix.
  const name = secure ? `__Host-${plain}` : plain;
  const write = (value: string, seconds: number): string => cookieLine(name, value, { seconds, secure });
  return {
    name,
    /** The cookie's value in the request headers. */
    read: (headers: Headers): string | undefined => cookiesOf(headers.get("cookie"))[name] || undefined,
    /** @param seconds how long the browser keeps the cookie */
    write,
    clear: (): string => write("", 0),
  };
}

/** The cookie with the token of a session. */
export const sessionCookie = (origin: string) => siteCookie(origin, "proshno");

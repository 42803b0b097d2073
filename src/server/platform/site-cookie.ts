import { cookieLine, cookiesOf } from "../../shared/cookies.ts";

/**
 * A cookie that the browser alone keeps and scripts can't read (RFC 6265).
 * @param origin where people reach the site @param plain its name
 */
export function siteCookie(origin: string, plain: string) {
  const secure = origin.startsWith("https://");
  // Browsers drop a `__Host-` cookie on plain http; on loopback the name goes without.
  const name = secure ? `__Host-${plain}` : plain;
  const write = (value: string, seconds: number): string => cookieLine(name, value, { seconds, secure });
  return {
    name,
    /** The value that request headers carry. */
    read: (headers: Headers): string | undefined => cookiesOf(headers.get("cookie"))[name] || undefined,
    /** @param seconds how long the browser keeps it */
    write,
    clear: (): string => write("", 0),
  };
}

/** Holds the token of a session. */
export const sessionCookie = (origin: string) => siteCookie(origin, "proshno");

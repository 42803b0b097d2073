import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { siteCookie } from "../site-cookie.ts";

/** How many accounts one browser remembers: enough for a family. */
const KEPT = 5;
/** One year, in seconds. */
const LIFETIME = 365 * 24 * 60 * 60;

/** The cookie with the entries that `createDevices` signed. */
export const deviceCookie = (origin: string) => siteCookie(origin, "proshno-device");

/**
 * The cookie with which a browser proves that an account logged in on it before. It gives no rights: the
 * limits only count attempts of this browser separately from attempts of strangers.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 *
 * Its value is `number.signature` for each account, joined by `~`. Only the signature depends on the account.
 */
export function createDevices(origin: string, secret: string) {
  const cookie = deviceCookie(origin);
  const sign = (number: string, account: string): string =>
    createHmac("sha256", secret).update(`device\0${number}\0${account}`).digest("base64url");

  function entriesOf(value: string | undefined): { entry: string; number: string; signature: string }[] {
    return (value ?? "").split("~").flatMap((entry) => {
      const [, number, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(entry) ?? [];
      return number && signature ? [{ entry, number, signature }] : [];
    });
  }

  function entryOf(account: string, value: string | undefined) {
    return entriesOf(value)
      .slice(0, KEPT)
      .find(({ number, signature }) =>
        timingSafeEqual(Buffer.from(signature), Buffer.from(sign(number, account))),
      );
  }

  return {
    /** The browser's number for an account. @param value of the cookie, unchecked */
    numberOf: (account: string, value: string | undefined): string | undefined =>
      entryOf(account, value)?.number,

    /** @returns the Set-Cookie line for a browser in which an account has just logged in */
    remember(account: string, value: string | undefined): string {
      const before = entryOf(account, value)?.entry;
      const number = randomBytes(16).toString("base64url");
      const others = entriesOf(value).flatMap(({ entry }) => (entry === before ? [] : [entry]));
      const entries = [`${number}.${sign(number, account)}`, ...others].slice(0, KEPT);
      return cookie.write(entries.join("~"), LIFETIME);
    },
  };
}

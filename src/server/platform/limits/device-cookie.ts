import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { siteCookie } from "../site-cookie.ts";

/** As many people as share a browser at home. */
const KEPT = 5;
/** In seconds: a year. */
const LIFETIME = 365 * 24 * 60 * 60;

/** Holds what `createDevices` signed. */
export const deviceCookie = (origin: string) => siteCookie(origin, "proshno-device");

/**
 * The cookie by which a browser shows that an account signed in there before. It opens nothing: tries of such a
 * browser are only counted apart from those of strangers.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 *
 * Its value is `number.signature` for each account, joined by `~`; the account stands in the signature alone.
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
    /** The browser's number for an account. @param value of the cookie, as it came */
    numberOf: (account: string, value: string | undefined): string | undefined =>
      entryOf(account, value)?.number,

    /** @returns the Set-Cookie line of a browser in which an account has just signed in */
    remember(account: string, value: string | undefined): string {
      const before = entryOf(account, value)?.entry;
      const number = randomBytes(16).toString("base64url");
      const others = entriesOf(value).flatMap(({ entry }) => (entry === before ? [] : [entry]));
      const entries = [`${number}.${sign(number, account)}`, ...others].slice(0, KEPT);
      return cookie.write(entries.join("~"), LIFETIME);
    },
  };
}

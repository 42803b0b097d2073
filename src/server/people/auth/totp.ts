import { Secret, TOTP } from "otpauth";

/** The part of RFC 6238 that authenticator apps support: SHA-1, six digits, a step of 30 seconds. */
const SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 };
/** RFC 4226 §4, R6: 160 bits. */
const SECRET_BYTES = 20;
/** A phone's clock may be one step early or late (RFC 6238 §5.2). */
const WINDOW = 1;
/** The name that apps show above the code. */
const ISSUER = "Proshno";

/** A secret for an authenticator app, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * The address that authenticator apps read from a QR code. See
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 * @param secret in base32
 * @param account the name that the app shows
 */
export function totpAddress(secret: string, account: string): string {
  return new TOTP({ ...SETTINGS, issuer: ISSUER, label: account, secret }).toString();
}

/**
 * The time step of a code: the previous, the current, or the next step.
 * @param code six digits
 * @param secret in base32
 * @param now epoch milliseconds
 * @returns undefined if the code does not belong to one of these steps
 */
export function totpStep(code: string, secret: string, now: number): number | undefined {
  const totp = new TOTP({ ...SETTINGS, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

import { createHmac, timingSafeEqual } from "node:crypto";

/** Browsers drop a `__Host-` cookie on plain http; on loopback the name goes without. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith("https://") ? "__Host-proshno" : "proshno";
}

/**
 * The session token of a `Cookie` header, if Better Auth's signature on it is right: `token.signature`, URI-encoded,
 * the signature an HMAC-SHA-256 of the token in base64.
 */
export function readSessionToken(cookies: string | null, name: string, secret: string): string | undefined {
  const value = cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const [, token, signature] = /^([^.]+)\.(.+)$/.exec(decoded(value ?? "")) ?? [];
  if (!token || !signature) return undefined;
  const expected = createHmac("sha256", secret).update(token).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

import type { Context, MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { DomainError } from "../shared/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** For everything that is not a page: nothing may run or load. Pages bring their own policy. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For a document without scripts and pictures. */
export const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Headers for every answer. `same-origin` isolation and no framing; HSTS where the site is https. */
export function securityHeaders(origin: string): MiddlewareHandler[] {
  return [
    secureHeaders({
      // Hono's default `no-referrer` makes forms without JavaScript post `Origin: null`.
      referrerPolicy: "strict-origin-when-cross-origin",
      xFrameOptions: "DENY",
      strictTransportSecurity: origin.startsWith("https://") ? "max-age=31536000; includeSubDomains" : false,
      crossOriginOpenerPolicy: "same-origin",
      crossOriginResourcePolicy: "same-origin",
      xXssProtection: false,
      // Of browsers and plug-ins that are no more; each answer is shorter without.
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    }),
    async (c, next) => {
      await next();
      if (!c.res.headers.has("content-security-policy"))
        c.res.headers.set("content-security-policy", CLOSED_POLICY);
    },
  ];
}

/**
 * Refuses what another site makes a browser send. Callers that are no browsers send neither `Origin` nor
 * `Sec-Fetch-Site` and bring no cookies of a victim.
 * @throws DomainError wrong_origin
 */
export function originCheck(origin: string): MiddlewareHandler {
  const own = new URL(origin);
  return async (c, next) => {
    if (!SAFE.has(c.req.method) && !isOwn(c, own)) throw new DomainError("wrong_origin");
    await next();
  };
}

function isOwn(c: Context, own: URL): boolean {
  const given = c.req.header("origin");
  if (given === undefined) {
    const site = c.req.header("sec-fetch-site");
    return site === undefined || site === "same-origin" || site === "none";
  }
  if (given === own.origin) return true;
  // One machine has several loopback names: a site at 127.0.0.1 may be opened as localhost.
  const url = URL.parse(given);
  return (
    url !== null &&
    isLoopback(own) &&
    isLoopback(url) &&
    url.port === own.port &&
    url.protocol === own.protocol
  );
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

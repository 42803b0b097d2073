import type { Context, MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { DomainError } from "../../shared/problems/errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** The policy for all responses except pages: nothing can run or load. Pages have a separate policy. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The policy for a document without scripts and images. */
export const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Headers for every response: `same-origin` isolation, no framing, and HSTS if the site uses https. */
export function securityHeaders(origin: string): MiddlewareHandler[] {
  return [
    secureHeaders({
      // With Hono's default `no-referrer`, forms without JavaScript send `Origin: null`.
      referrerPolicy: "strict-origin-when-cross-origin",
      xFrameOptions: "DENY",
      strictTransportSecurity: origin.startsWith("https://") ? "max-age=31536000; includeSubDomains" : false,
      crossOriginOpenerPolicy: "same-origin",
      crossOriginResourcePolicy: "same-origin",
      xXssProtection: false,
      // The headers below are turned off, because only browsers and plug-ins that no longer exist use them.
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
 * Refuses a request that another site caused in a browser. Programs other than browsers send neither `Origin`
 * nor `Sec-Fetch-Site`, but they don't have a victim's cookies.
 * @throws DomainError wrong_origin
 */
export function originCheck(origin: string): MiddlewareHandler {
  const own = ownOrigins(origin);
  return async (c, next) => {
    if (!SAFE.has(c.req.method) && !isOwn(c, own)) throw new DomainError("wrong_origin");
    await next();
  };
}

function isOwn(c: Context, own: Set<string>): boolean {
  const given = c.req.header("origin");
  if (given !== undefined) return own.has(given);
  const site = c.req.header("sec-fetch-site");
  return site === undefined || site === "same-origin" || site === "none";
}

/** The configured origin. On loopback, also the usual names of the machine, with the same port. */
function ownOrigins(origin: string): Set<string> {
  const url = new URL(origin);
  const names = ["localhost", "127.0.0.1", "[::1]"];
  if (!names.includes(url.hostname) && !url.hostname.startsWith("127.")) return new Set([url.origin]);
  const port = url.port === "" ? "" : `:${url.port}`;
  return new Set([url.origin, ...names.map((name) => `${url.protocol}//${name}${port}`)]);
}

import { randomBytes } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from "react-router";
import { type PageContext, pageContext } from "./page/context.ts";
import { isHydrated } from "./page/hydration.ts";
import { renderWhole } from "./page/render-whole.ts";

/** The hosts of file viewers that a page can show in a frame. */
const FRAMES = "https://drive.google.com https://docs.google.com";

/** In development, Vite adds inline scripts and styles to the page and sends changes through a WebSocket. */
const VITE_POLICY = "default-src 'self' 'unsafe-inline' data: https: ws:";

/** Creates the context of every loader and action. The server calls this function. */
export function loadContext(values: PageContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageContext, values);
  return context;
}

/** Logs errors that no loader or action turned into a response. These errors are our fault. */
export function handleError(error: unknown, { request, context }: Parameters<HandleErrorFunction>[1]): void {
  // A wrong method or address is the visitor's mistake. Logging it would let strangers fill the log.
  const theirs = isRouteErrorResponse(error) && error.status < 500;
  if (!theirs && !request.signal.aborted) context.get(pageContext).logError(error);
}

/**
 * Renders one page. Public pages are documents without React; only hydrated pages contain scripts, with a
 * nonce.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  if (!(await context.get(pageContext).awaitPermit())) return new Response(null, { status: 503 });
  const hydrated = isHydrated(
    routerContext.staticHandlerContext.matches.map(
      ({ route }) => routerContext.routeModules[route.id]?.handle,
    ),
  );
  const nonce = hydrated ? randomBytes(16).toString("base64") : undefined;
  const html = await renderWhole(
    <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />,
    { nonce, signal: request.signal },
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", import.meta.env.PROD ? contentSecurityPolicy(nonce) : VITE_POLICY);
  return new Response(html, { headers, status });
}

function contentSecurityPolicy(nonce: string | undefined): string {
  const script = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  return [
    "default-src 'none'",
    `script-src ${script}`,
    "style-src 'self'",
    "font-src 'self'",
    // Covers and profile photos can come from other sites.
    "img-src 'self' data: https:",
    "connect-src 'self'",
    `frame-src ${FRAMES}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
export { createRequestHandler } from "react-router";
export { withOwnHeader } from "./features/frame/own-header.tsx";
export { readerOf } from "./page/reader-of.ts";
export { clearedToastCookie, readToast } from "./page/toast-cookie.ts";

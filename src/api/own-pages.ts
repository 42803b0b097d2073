import type { Context, MiddlewareHandler } from "hono";
import type { Services } from "../server/services.ts";
import type { User } from "../shared/policy.ts";
import type { InTurn, PlaceBindings, PlaceVariables } from "./expensive-requests.ts";
import { isSharedPage } from "./response-cache/public-paths.ts";

/** A response to visitors, which has nothing of a person. */
export interface VisitorsPage {
  status: number;
  html: Buffer<ArrayBuffer>;
  headers: Headers;
}

/** Values that the response cache passes with a person's request. */
export interface OwnPageBindings extends PlaceBindings {
  /**
   * The visitors' response to the same request, from memory if the shown data is unchanged.
   * @returns undefined if visitors get different pages, or if `signal` aborts before the page is begun
   */
  visitorsPage?: (options: VisitorsPageOptions) => Promise<VisitorsPage | undefined>;
}

export interface VisitorsPageOptions {
  /** The id of the person's account, which waits for a place if the page has to be made. */
  actorId: string;
  requestId: string;
  signal: AbortSignal;
}

/**
 * Makes the page of a logged-in person from the visitors' page.
 * @returns undefined if this page has no header
 */
export type OwnPage = (actor: User, html: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer> | undefined>;

export interface OwnPagesOptions {
  services: Services;
  ownPage: OwnPage;
  inTurn: InTurn;
}

/**
 * Sends logged-in people the visitors' page with their header, if its content is the same for everybody (decision 077). The
 * visitors' page and the header each take a place, one after the other: requests that hold one and wait for another would
 * wait for each other.
 */
export function ownPages({ services, ownPage, inTurn }: OwnPagesOptions): MiddlewareHandler {
  return async (c: OwnPageContext, next) => {
    const { visitorsPage } = c.env ?? {};
    const { method, path, raw } = c.req;
    if (method !== "GET" || !visitorsPage || !isSharedPage(path)) return next();
    const actor = await services.accounts.actor(raw.headers);
    if (!actor) return next();
    const turn = { actorId: actor.id, signal: raw.signal };
    const page = await visitorsPage({ ...turn, requestId: c.get("requestId") });
    if (!page) return next();
    const isHtml = page.headers.get("content-type")?.startsWith("text/html") === true;
    const own = isHtml ? await inTurn(c, () => ownPage(actor, page.html), turn) : undefined;
    if (isHtml && !own && page.status === 200) return next();
    const headers = new Headers(page.headers);
    headers.delete("content-length");
    headers.set("cache-control", "no-store");
    return new Response(own ?? page.html, { status: page.status, headers });
  };
}

type OwnPageContext = Context<{
  Bindings: OwnPageBindings | undefined;
  Variables: PlaceVariables & { requestId: string };
}>;

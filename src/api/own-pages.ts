import type { Context, MiddlewareHandler } from "hono";
import type { Services } from "../server/services.ts";
import type { User } from "../shared/policy.ts";
import type { PlaceBindings } from "./expensive-requests.ts";
import { isSharedPage } from "./response-cache/public-paths.ts";

/** A response that is the same for all visitors. */
export interface VisitorsPage {
  html: Buffer;
  headers: Headers;
}

/** Values that the response cache passes with a person's request. */
export interface OwnPageBindings extends PlaceBindings {
  /**
   * The visitors' response to the same request, from memory if the shown data is unchanged.
   * @param actorId the id of the person's account, for whom the page may have to be rendered
   * @returns undefined if visitors get no page, or not all the same one
   */
  visitorsPage?: (actorId: string, requestId: string) => Promise<VisitorsPage | undefined>;
}

/**
 * Makes the page of a logged-in person from the visitors' page.
 * @returns undefined if this page has no header
 */
export type OwnPage = (actor: User, html: Buffer, path: string) => Promise<Buffer<ArrayBuffer> | undefined>;

/**
 * Sends logged-in people the visitors' page with their own header, if its content is the same for everybody (decision 077).
 * It must run before a request gets a place, because the visitors' page may need one.
 */
export function ownPages({ services, ownPage }: { services: Services; ownPage: OwnPage }): MiddlewareHandler {
  return async (
    c: Context<{ Bindings: OwnPageBindings | undefined; Variables: { requestId: string } }>,
    next,
  ) => {
    const { visitorsPage } = c.env ?? {};
    const { method, path, raw } = c.req;
    if (method !== "GET" || !visitorsPage || !isSharedPage(path)) return next();
    const actor = await services.accounts.actor(raw.headers);
    const page = actor && (await visitorsPage(actor.id, c.get("requestId")));
    const own = page && (await ownPage(actor, page.html, path));
    if (!own) return next();
    const headers = new Headers(page.headers);
    headers.set("cache-control", "no-store");
    return new Response(own, { headers });
  };
}

import type { Context, MiddlewareHandler } from "hono";
import type { Services } from "../../server/services.ts";
import type { User } from "../../shared/people/policy.ts";
import { commonReader } from "./common-reader.ts";
import type { WithPermit, PermitBindings, PermitVariables } from "./expensive-requests.ts";
import { courseCodeOfPage, isSharedPage, itemOfPage } from "./response-cache/public-paths.ts";

/** A response for many readers, which has nothing of one person. */
export interface SharedPage {
  status: number;
  html: Buffer<ArrayBuffer>;
  headers: Headers;
}

/** Values that the response cache passes with a person's request. */
export interface OwnPageBindings extends PermitBindings {
  /**
   * The response to the same request for many readers, from memory if the shown data is unchanged.
   * @returns undefined if these readers get different pages, or if `signal` aborts before the page is begun
   */
  sharedPage?: (options: SharedPageOptions) => Promise<SharedPage | undefined>;
  /** The reader for whom the response cache makes a page for many students. */
  commonReader?: User;
}

export interface SharedPageOptions {
  /** The reader as whom the page is made; undefined for a visitor. */
  commonReader: User | undefined;
  /** The id of the person's account, which waits for a permit if the page has to be made. */
  actorId: string;
  requestId: string;
  signal: AbortSignal;
}

/**
 * Makes the page of a logged-in person from a page for many readers.
 * @param madeFor the reader as whom the page was made; undefined for a visitor
 * @returns undefined if this page has no header
 */
export type OwnPage = (
  actor: User,
  html: Buffer<ArrayBuffer>,
  madeFor: User | undefined,
) => Promise<Buffer<ArrayBuffer> | undefined>;

export interface OwnPagesOptions {
  services: Services;
  ownPage: OwnPage;
  withPermit: WithPermit;
}

/** The pages at a path that are the same for many logged-in people. */
interface Sharing {
  /** The reader as whom the page is made; undefined for a visitor. */
  madeFor: User | undefined;
  /** Whether this person's page is one of them. */
  includes: (actor: User) => boolean | Promise<boolean>;
}

/** @returns undefined if each logged-in person has a page of their own at this path */
function sharingOf(path: string, { feedback, follows, wanted }: Services): Sharing | undefined {
  const amongStudents = (hasPart: (actor: User) => Promise<boolean>) => async (actor: User) =>
    actor.role === "student" && !(await hasPart(actor));
  if (isSharedPage(path)) return { madeFor: undefined, includes: () => true };
  const itemId = itemOfPage(path);
  if (itemId !== undefined)
    return { madeFor: commonReader, includes: amongStudents((actor) => feedback.hasPart(actor, itemId)) };
  if (path === "/wanted")
    return { madeFor: undefined, includes: amongStudents((actor) => wanted.hasRequests(actor)) };
  const code = courseCodeOfPage(path);
  if (code === undefined) return undefined;
  const hasPart = async (actor: User) =>
    (await follows.followsCode(actor, code)) || (await wanted.hasRequests(actor, code));
  return { madeFor: undefined, includes: amongStudents(hasPart) };
}

/**
 * Sends logged-in people a page for many readers with their own header, if its content is the same for them (decision 077). The
 * shared page and the header each take a permit, one after the other: requests that hold one and wait for another would
 * wait for each other.
 */
export function ownPages({ services, ownPage, withPermit }: OwnPagesOptions): MiddlewareHandler {
  return async (c: OwnPageContext, next) => {
    const { sharedPage } = c.env ?? {};
    const { method, path, raw } = c.req;
    const sharing = method === "GET" && sharedPage ? sharingOf(path, services) : undefined;
    if (!sharedPage || !sharing) return next();
    const actor = await services.accounts.actor(raw.headers);
    if (!actor || !(await sharing.includes(actor))) return next();
    const { madeFor } = sharing;
    const options = { actorId: actor.id, signal: raw.signal };
    const page = await sharedPage({ ...options, requestId: c.get("requestId"), commonReader: madeFor });
    if (!page) return next();
    const isHtml = page.headers.get("content-type")?.startsWith("text/html") === true;
    const own = isHtml ? await withPermit(c, () => ownPage(actor, page.html, madeFor), options) : undefined;
    if (isHtml && !own && page.status === 200) return next();
    const headers = new Headers(page.headers);
    headers.delete("content-length");
    headers.set("cache-control", "no-store");
    return new Response(own ?? page.html, { status: page.status, headers });
  };
}

type OwnPageContext = Context<{
  Bindings: OwnPageBindings | undefined;
  Variables: PermitVariables & { requestId: string };
}>;

import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router";
import type { Reader } from "../api/app.ts";
import type { OwnPage } from "../api/platform/own-pages.ts";
import { asDomainError, isFault, type LogError } from "../api/platform/errors.ts";
import { sessionCookie } from "../server/platform/index.ts";
import { presentItem } from "../server/library/index.ts";
import type { Services } from "../server/services.ts";
import { policy } from "../shared/people/policy.ts";
import type { PageContext, Toast } from "../web/page/context.ts";
import type { withOwnHeader } from "../web/features/frame/own-header.tsx";
import type { readerOf } from "../web/page/reader-of.ts";

/** The exports of `src/web/entry.server.tsx`, except its handler. */
interface PagesModule {
  /** The pages' copy of this module. With Vite, it is not the same as the copy that Node would load here. */
  createRequestHandler: typeof createRequestHandler;
  loadContext(values: PageContext): RouterContextProvider;
  readToast(cookies: string | null): Toast | undefined;
  readerOf: typeof readerOf;
  withOwnHeader: typeof withOwnHeader;
  clearedToastCookie: string;
}

export interface HandlerOptions {
  services: Services;
  origin: string;
  timeZone: string;
  logError: LogError;
}

export interface Pages {
  handler(options: HandlerOptions): (request: Request, reader: Reader) => Promise<Response>;
  /** Makes a person's page from a page for many readers. */
  ownPage(options: Pick<HandlerOptions, "services">): OwnPage;
  /** The route patterns of the pages, such as `/question-details/:id`, without the page for unknown paths. */
  patterns(): Promise<string[]>;
  /** The folder of built assets; undefined with Vite, which serves the assets itself. */
  assets: string | undefined;
  middleware: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined;
  close(): Promise<void>;
}

const BUILT = new URL("../../build/server/index.js", import.meta.url);

/** The pages from `npm run build`. @throws Error if there is no build */
export async function builtPages(built = BUILT): Promise<Pages> {
  if (!existsSync(built)) throw new Error("The pages are not built. Run `npm run build` first.");
  const build = (await import(built.href)) as ServerBuild;
  return {
    handler: (options) => render({ load: async () => build, mode: "production", ...options }),
    ownPage: ({ services }) => ownPage(async () => build, services),
    patterns: async () => patternsOf(build),
    assets: "build/client",
    middleware: undefined,
    close: async () => {},
  };
}

/** The pages compiled from source, with hot reload. */
export async function vitePages(): Promise<Pages> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true } });
  const load = () =>
    vite.ssrLoadModule("virtual:react-router/server-build") as Promise<unknown> as Promise<ServerBuild>;
  return {
    handler: (options) => render({ load, mode: "development", ...options }),
    ownPage: ({ services }) => ownPage(load, services),
    patterns: async () => patternsOf(await load()),
    assets: undefined,
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}

function patternsOf({ routes }: ServerBuild): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ""}` : "";
  };
  return Object.keys(routes)
    .map((id) => pathOf(id).replace(/\/{2,}/g, "/"))
    .filter((path) => path !== "/*");
}

function ownPage(load: () => Promise<ServerBuild>, services: Services): OwnPage {
  return async (actor, html, madeFor) => {
    const { readerOf, withOwnHeader } = (await load()).entry.module as unknown as PagesModule;
    const own = withOwnHeader(html, await readerOf({ services, actor, policy, asDomainError }), madeFor);
    return own && madeFor ? replaced(own, madeFor.id, actor.id) : own;
  };
}

/** Replaces each occurrence of an id, such as in the key of a draft. */
function replaced(html: Buffer<ArrayBuffer>, from: string, to: string): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let start = 0;
  for (let at; (at = html.indexOf(from, start)) !== -1; start = at + from.length)
    parts.push(html.subarray(start, at), Buffer.from(to));
  return parts.length === 0 ? html : Buffer.concat([...parts, html.subarray(start)]);
}

interface RenderOptions extends HandlerOptions {
  load: () => Promise<ServerBuild>;
  mode: "production" | "development";
}

function render({ load, mode, services, origin, timeZone, logError }: RenderOptions) {
  const session = sessionCookie(origin);
  let made: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;
  return async (
    request: Request,
    { actor, isCommon, client, askedFrom, readForm, awaitPermit }: Reader,
  ): Promise<Response> => {
    const build = await load();
    const module = build.entry.module as unknown as PagesModule;
    if (made?.build !== build) made = { build, handle: module.createRequestHandler(build, mode) };
    const toast = request.method === "GET" ? module.readToast(request.headers.get("cookie")) : undefined;
    const present: PageContext["present"] = (row) =>
      presentItem(row, { actor, origin: "", emails: "forReaders" });
    // A page sets these values here and not in its own headers, because React Router drops the headers of an
    // action when it renders the document.
    let retryAfter: number | undefined;
    let isStorable = true;
    const response = await made.handle(
      request,
      module.loadContext({
        services,
        actor,
        visit: { client, headers: request.headers },
        askedFrom,
        readForm,
        awaitPermit,
        policy,
        origin,
        timeZone,
        present,
        asDomainError,
        isFault,
        logError,
        retryAfter: (seconds) => {
          retryAfter = seconds;
        },
        noStore: () => {
          isStorable = false;
        },
        toast,
      }),
    );
    const isShared =
      isStorable &&
      (!actor || isCommon) &&
      !session.read(request.headers) &&
      !new URL(request.url).searchParams.has("token");
    // A cache must not store a personal page, a page of a pending session or a page of a mailed link. Clients
    // must revalidate their copy of any other page.
    response.headers.set("cache-control", isShared ? "private, no-cache" : "no-store");
    if (retryAfter !== undefined) response.headers.set("retry-after", String(retryAfter));
    if (toast) response.headers.append("set-cookie", module.clearedToastCookie);
    return response;
  };
}

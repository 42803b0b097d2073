import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestIdOf } from "../../../src/api/platform/request-id.ts";
import { createResponseCache } from "../../../src/api/platform/response-cache/response-cache.ts";
import { builtPages } from "../../../src/process/pages.ts";
import type { TestArchive } from "../platform/archive.ts";
import { openSite } from "./site.ts";

/**
 * The whole site on a port, with the built pages and the response cache. Close it before you close the
 * archive.
 */
export async function openCachedSite(archive: TestArchive) {
  const pages = await builtPages();
  const rendered: string[] = [];
  const handler: typeof pages.handler = (options) => {
    const handle = pages.handler(options);
    return (request, reader) => {
      rendered.push(new URL(request.url).pathname);
      return handle(request, reader);
    };
  };
  const site = openSite(archive, { ...pages, handler });
  const { changeFeed } = archive.db;
  await changeFeed.follow({ lost: (error) => site.faults.push(error), found: () => {} });
  const fromMemory: string[] = [];
  let isFromMemory = true;
  const responseCache = createResponseCache({
    app: {
      fetch: (request, env) => {
        isFromMemory = false;
        return site.app.fetch(request, env);
      },
    },
    changeFeed,
    origin: archive.origin,
    canonical: site.app.apiPaths.canonical,
    maxBytes: 50_000_000,
    log: { request: () => {} },
    requestIdOf: createRequestIdOf({ trustedProxies: undefined }),
  });
  const server = createServer(responseCache).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  /**
   * Requests paths one after another.
   * @param cookie the cookie of a person; without it, the requests are from a visitor
   */
  async function get(path: string, cookie?: string): Promise<{ status: number; text: string }> {
    isFromMemory = true;
    const headers: Record<string, string> = cookie ? { cookie } : {};
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: "manual" });
    const text = await response.text();
    if (isFromMemory) fromMemory.push(path);
    return { status: response.status, text };
  }

  return {
    /** The paths that the response cache answered. */
    fromMemory,
    /** The paths of the pages that were rendered as a whole. */
    rendered,
    faults: site.faults,
    /** Requests a path with these headers. */
    fetch: (path: string, headers: Record<string, string>, method = "GET") =>
      fetch(`http://127.0.0.1:${port}${path}`, { method, headers, redirect: "manual" }),

    get,

    /**
     * Requests a path, and then the page that is rendered for this person without the response cache.
     * @returns both, and the paths of the pages that were rendered as a whole for the first request
     */
    async compare(path: string, cookie: string) {
      rendered.length = 0;
      const made = await get(path, cookie);
      const renderedFor = rendered.splice(0);
      const { status, text } = await site.as(cookie).get(path);
      rendered.length = 0;
      return { made, whole: { status, text }, rendered: renderedFor };
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

import { createApp } from "../../../src/api/app.ts";
import type { Pages } from "../../../src/process/pages.ts";
import type { Pace } from "../../../src/api/platform/bodies/paced-body.ts";
import type { TestArchive } from "../platform/archive.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON; undefined if the response is not JSON. */
  body: any;
}

export type Client = ReturnType<ReturnType<typeof openSite>["as"]>;

/**
 * The whole site on an archive, without a socket. `faults` collects errors of the server itself.
 * @param pages the built pages; without them every page is the word "page"
 * @param pace the slowest pace of bodies
 */
export function openSite(
  { db, services, origin, timeZone, uploads, spool }: TestArchive,
  pages?: Pages,
  pace?: Pace,
) {
  const faults: unknown[] = [];
  const logError = (error: unknown) => void faults.push(error);
  const app = createApp({
    services,
    origin,
    assets: pages?.assets,
    uploads,
    spool,
    pace,
    pages: pages?.handler({ services, origin, timeZone, logError }) ?? (async () => new Response("page")),
    ownPage: pages?.ownPage({ services }),
    isUnresponsive: db.isUnresponsive,
    health: services.operations.health,
    log: { request: () => {}, error: logError },
  });

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await app.request(new Request(origin + path, init));
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json && text ? JSON.parse(text) : undefined,
    };
  }

  /** A client that sends this cookie. Without a cookie it is a visitor. */
  function as(cookie?: string) {
    const headers: Record<string, string> = cookie ? { cookie } : {};
    const json = (method: string, body: unknown) => ({
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return {
      send: (path: string, init: RequestInit = {}) =>
        send(path, {
          redirect: "manual",
          ...init,
          headers: { ...headers, ...(init.headers as Record<string, string>) },
        }),
      get: (path: string) => send(path, { headers }),
      post: (path: string, body: unknown) => send(path, json("POST", body)),
      put: (path: string, body: unknown) => send(path, json("PUT", body)),
    };
  }

  return { app, as, faults };
}

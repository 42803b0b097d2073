import { createApp } from "../../src/api/app.ts";
import type { TestArchive } from "./archive.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON; undefined where the answer is none. */
  body: any;
}

export type Client = ReturnType<ReturnType<typeof openSite>["as"]>;

interface SiteOptions {
  pages?: Parameters<typeof createApp>[0]["pages"];
  assets?: string;
}

/** The whole site on an archive, without a socket. `faults` are the errors that were ours. */
export function openSite(
  archive: TestArchive,
  { pages = async () => new Response("page"), assets }: SiteOptions = {},
) {
  const faults: unknown[] = [];
  const app = createApp({
    services: archive.services,
    origin: archive.origin,
    assets,
    pages,
    ready: async () => true,
    log: { request: () => {}, error: (error) => faults.push(error) },
  });

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await app.request(new Request(archive.origin + path, init));
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json && text ? JSON.parse(text) : undefined,
    };
  }

  /** A client that sends this cookie; without one, a visitor. */
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

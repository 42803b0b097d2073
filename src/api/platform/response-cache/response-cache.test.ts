import { once } from "node:events";
import { createServer, get, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Version } from "../../../server/platform/db/changes/change-feed.ts";
import { createRequestIdOf } from "../request-id.ts";
import { createResponseCache } from "./response-cache.ts";

const LONG = "অপারেটিং সিস্টেম ".repeat(200);
const COMMON = { "cache-control": "private, no-cache", "content-type": "application/json" };

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe("the response cache", () => {
  let server: Server;
  /** The requests that reached the site. */
  let asked: { path: string; headers: Headers }[];
  let answer: (request: Request) => Response | Promise<Response>;
  let version: Version | undefined;
  let counted: string[];
  let logged: { requestId: string; path: string; status: number }[];

  async function open(maxBytes = 1_000_000) {
    const responseCache = createResponseCache({
      app: {
        async fetch(request, env) {
          if (!(env?.onPermit?.() ?? true)) return new Response(null, { status: 204 });
          const { pathname, search } = new URL(request.url);
          asked.push({ path: pathname + search, headers: request.headers });
          return answer(request);
        },
      },
      changeFeed: { current: () => version, follow: async () => {}, close: async () => {} },
      origin: "https://proshno.example.edu",
      canonical: (path) => path.replace(/^\/API\/ALLQUESTIONS$/, "/api/allQuestions"),
      maxBytes,
      log: { request: (facts) => logged.push(facts) },
      requestIdOf: createRequestIdOf({ trustedProxies: undefined }),
      measure: { hit: () => counted.push("hit"), miss: () => counted.push("miss"), follow: () => {} },
    });
    server = createServer(responseCache).listen(0, "127.0.0.1");
    await once(server, "listening");
  }
  beforeEach(async () => {
    asked = [];
    logged = [];
    counted = [];
    version = { epoch: 0, changes: new Map() };
    answer = () => new Response(LONG, { headers: COMMON });
    await open();
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  async function fetched(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Got> {
    const { port } = server.address() as AddressInfo;
    const [response] = await once(get({ host: "127.0.0.1", port, path, headers, method }), "response");
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
  }
  const change = (topic: string) => {
    const changes = new Map(version?.changes);
    version = { epoch: 0, changes: changes.set(topic, (changes.get(topic) ?? 0) + 1) };
  };
  const LIST = "/api/allQuestions?page=1&size=10";

  test("calls the site once, and then answers from memory, even if the letter case of the path differs", async () => {
    const first = await fetched(LIST);
    const second = await fetched(LIST.replace("/api/allQuestions", "/API/ALLQUESTIONS"));
    expect(asked).toHaveLength(1);
    expect(counted).toEqual(["miss", "hit"]);
    expect(second.body.toString()).toBe(LONG);
    const { "x-request-id": one, date: _date, ...common } = first.headers;
    const { "x-request-id": other, date: _later, ...same } = second.headers;
    expect(same).toEqual(common);
    expect(other).toMatch(/^[\w-]{36}$/);
    expect(other).not.toBe(one);
    // The site itself logs the requests that reach it.
    expect(logged).toEqual([
      expect.objectContaining({ requestId: other, path: "/api/allQuestions", status: 200 }),
    ]);
  });

  test("ignores the order of different parameters in a query", async () => {
    await fetched(LIST);
    await fetched("/api/allQuestions?size=10&page=1");
    expect(asked).toHaveLength(1);
    await fetched("/api/allQuestions?size=10&page=2");
    await fetched("/api/allQuestions?department=a&department=b");
    await fetched("/api/allQuestions?department=b&department=a");
    expect(asked).toHaveLength(4);
  });

  test("compresses a response once per coding, with a separate ETag", async () => {
    const plain = await fetched(LIST);
    const br = await fetched(LIST, { "accept-encoding": "gzip, deflate, br, zstd" });
    const gzip = await fetched(LIST, { "accept-encoding": "gzip;q=1.0, br;q=0" });
    expect(brotliDecompressSync(br.body).toString()).toBe(LONG);
    expect(gunzipSync(gzip.body).toString()).toBe(LONG);
    expect([plain, br, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([
      undefined,
      "br",
      "gzip",
    ]);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(plain.headers.vary).toContain("accept-encoding");
    expect(asked).toHaveLength(1);
  });

  test("answers 304 to a client that has the current version", async () => {
    const { headers } = await fetched(LIST, { "accept-encoding": "br" });
    const tag = headers.etag as string;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await fetched(LIST, { "accept-encoding": "br", "if-none-match": known });
      expect([known, again.status, again.body.length]).toEqual([known, 304, 0]);
      expect(again.headers).toMatchObject({ etag: tag, vary: headers.vary });
      expect(again.headers["content-encoding"]).toBeUndefined();
    }
    expect((await fetched(LIST, { "if-none-match": tag })).status).toBe(200);
    expect((await fetched(LIST, { "accept-encoding": "br", "if-none-match": '"other"' })).status).toBe(200);
  });

  test("answers a HEAD request with headers only", async () => {
    const whole = await fetched(LIST);
    const head = await fetched(LIST, {}, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({
      etag: whole.headers.etag,
      "content-length": String(whole.body.length),
    });
  });

  test("calls the site again after a change of the response's data, but not after an unrelated change", async () => {
    await fetched(LIST);
    await fetched("/");
    change("note");
    await fetched(LIST);
    expect(asked.map(({ path }) => path)).toEqual([LIST, "/"]);
    // The home page shows items of all topics.
    await fetched("/");
    for (const topic of ["question", "answer", "shared"]) {
      change(topic);
      await fetched(LIST);
    }
    expect(asked).toHaveLength(6);
  });

  test("does not store a response if its data changes while the site makes it", async () => {
    answer = () => {
      change("question");
      return new Response(LONG, { headers: COMMON });
    };
    await fetched(LIST);
    await fetched(LIST);
    expect(asked).toHaveLength(2);
  });

  test("calls the site once for 500 simultaneous requests", async () => {
    let go = () => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    answer = async () => {
      await gone;
      return new Response(LONG, { headers: COMMON });
    };
    const all = Array.from({ length: 500 }, () => fetched(LIST));
    while (server.listening && (await connections()) < 500) await new Promise(setImmediate);
    go();
    const bodies = await Promise.all(all);
    expect(bodies.every(({ status, body }) => status === 200 && body.toString() === LONG)).toBe(true);
    expect(asked).toHaveLength(1);
  });
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

  test("never answers a request with a response that was started before the last change", async () => {
    const releases: (() => void)[] = [];
    let began = () => {};
    let made = 0;
    answer = async () => {
      const own = (made += 1);
      const released = new Promise<void>((resolve) => releases.push(resolve));
      began();
      await released;
      return new Response(`version ${own}`, { headers: COMMON });
    };
    const begins = () => new Promise<void>((resolve) => (began = resolve));
    let begun = begins();
    const early = fetched(LIST);
    await begun;
    change("question");
    begun = begins();
    const late = fetched(LIST);
    await begun;
    releases.forEach((release) => release());
    expect((await early).body.toString()).toBe("version 1");
    expect((await late).body.toString()).toBe("version 2");
    expect((await fetched(LIST)).body.toString()).toBe("version 2");
  });

  test.each<[what: string, headers: Record<string, string>, path?: string, method?: string]>([
    ["a session", { cookie: "theme=dark; __Host-proshno=token" }],
    ["a toast", { cookie: "toast=%7B%7D" }],
    ["an unknown cookie", { cookie: "locale=bn" }],
    ["a page of the dashboard", {}, "/dashboard"],
    ["the data of a page", {}, "/allQuestions.data"],
    ["an admin's call", {}, "/api/users/a@example.edu"],
    ["a path with a final slash", {}, "/api/allQuestions/"],
    ["an address that is too long", {}, `/api/allQuestions?search=${"a".repeat(2_100)}`],
    ["a form", {}, LIST, "POST"],
  ])("calls the site every time for %s", async (_what, headers, path = LIST, method = "GET") => {
    await fetched(path, headers, method);
    await fetched(path, headers, method);
    expect(asked).toHaveLength(2);
    // The cookie reaches the site unchanged.
    if (headers["cookie"]) expect(asked[1]?.headers.get("cookie")).toBe(headers["cookie"]);
  });

  test.each<[what: string, response: () => Response]>([
    ["an error", () => new Response("no", { status: 404, headers: COMMON })],
    ["a redirection", () => new Response(null, { status: 302, headers: { location: "/" } })],
    ["an answer that sets a cookie", () => new Response("", { headers: { ...COMMON, "set-cookie": "a=b" } })],
    ["an answer with no-store", () => new Response("", { headers: { "cache-control": "no-store" } })],
    [
      "a page with a nonce",
      () => new Response("", { headers: { "content-security-policy": "script-src 'nonce-abc'" } }),
    ],
  ])("does not store %s, and passes it on unchanged", async (_what, response) => {
    answer = response;
    const { status, headers } = await fetched(LIST);
    await fetched(LIST);
    expect(asked).toHaveLength(2);
    const made = response();
    expect(status).toBe(made.status);
    expect(headers["set-cookie"]?.[0]).toBe(made.headers.get("set-cookie") ?? undefined);
    expect(headers.location).toBe(made.headers.get("location") ?? undefined);
  });

  test("keeps one response per theme, and hides the visitor's other headers from the site", async () => {
    answer = ({ headers }) => new Response(headers.get("cookie") ?? "none", { headers: COMMON });
    const device = "__Host-proshno-device=abc";
    const body = async (cookie?: string) =>
      (
        await fetched("/", { ...(cookie ? { cookie } : {}), "user-agent": "mine", "x-evil": "1" })
      ).body.toString();
    expect(await body()).toBe("none");
    expect(await body(`${device}; theme=dark`)).toBe("theme=dark");
    expect(await body("theme=dark")).toBe("theme=dark");
    expect(await body("theme=<script>")).toBe("none");
    expect(asked).toHaveLength(2);
    expect(asked.flatMap(({ headers }) => [...headers.keys()]).toSorted()).toEqual(["cookie"]);
  });

  test("calls the site every time while the change feed is down", async () => {
    await fetched(LIST);
    version = undefined;
    await fetched(LIST);
    await fetched(LIST);
    expect(asked).toHaveLength(3);
  });

  test("drops all responses if the change feed may have missed a change", async () => {
    await fetched("/contact");
    await fetched(LIST);
    version = { epoch: 1, changes: new Map() };
    await fetched("/contact");
    await fetched(LIST);
    expect(asked).toHaveLength(4);
  });

  test("stays within its memory limit, and keeps responses that are in use", async () => {
    server.close();
    await open(30_000);
    answer = () => new Response("a".repeat(1_000), { headers: COMMON });
    for (let index = 0; index < 30; index++) {
      await fetched(LIST);
      await fetched(`/api/question/${index}`);
    }
    expect(asked.filter(({ path }) => path === LIST)).toHaveLength(1);
    await fetched("/api/question/29");
    await fetched("/api/question/0");
    expect(asked).toHaveLength(32);
  });

  test("sends every request to the site if it has no memory", async () => {
    server.close();
    await open(0);
    await fetched(LIST);
    await fetched(LIST);
    expect(asked).toHaveLength(2);
  });
});

import { statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { builtPages } from "../../src/process/pages.ts";
import { withoutPermit } from "../../src/server/platform/index.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const ADDRESS = "203.0.113.1";
const OTHER = "203.0.113.2";

let archive: TestArchive;
let app: ReturnType<typeof createApp>;
/**
 * The paths of pages in progress, in the order in which they began, each with a function that finishes it.
 */
let begun: Map<string, () => void>;
/** The pages whose actions have begun. An action waits without a place until `actions` resolves. */
let acting: Set<string>;
let actions: PromiseWithResolvers<void>;
/** How often the site began and accepted an upload. */
let uploads: { begin: number; accept: number };

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
});
afterAll(() => archive.close());
beforeEach(() => {
  actions = Promise.withResolvers();
  actions.resolve();
  acting = new Set();
  uploads = { begin: 0, accept: 0 };
  const { services, origin, uploads: folder, spool } = archive;
  const { files } = services;
  begun = new Map();
  app = createApp({
    services: {
      ...services,
      files: {
        ...files,
        begin: (...args) => ((uploads.begin += 1), files.begin(...args)),
        accept: (...args) => ((uploads.accept += 1), files.accept(...args)),
      },
    },
    origin,
    uploads: folder,
    spool,
    assets: undefined,
    pages: async (request, { readForm, awaitPermit }) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/form")) await readForm();
      acting.add(pathname);
      if (request.method === "POST") await withoutPermit(() => actions.promise);
      if (!(await awaitPermit())) return new Response("refused");
      return new Promise((resolve) => {
        begun.set(pathname, () => resolve(new Response("page")));
      });
    },
    health: services.operations.health,
    log: { request: () => {}, error: () => {} },
  });
});

async function ask(path: string, from: string, init: RequestInit = {}): Promise<Response> {
  const socket = { remoteAddress: from, remotePort: 1, remoteFamily: "IPv4", bytesRead: 0 };
  const body = init.body === undefined ? [] : [Buffer.from(String(init.body))];
  const incoming = Object.assign(Readable.from(body), { socket });
  return app.request(new Request(archive.origin + path, init), {}, { incoming });
}

const ofAddress = (count: number) =>
  Array.from({ length: count }, (_none, index) => ask(`/page/${index}`, ADDRESS));

/** Waits until exactly `count` pages are in progress. */
async function untilBegun(count: number): Promise<void> {
  await expect.poll(() => begun.size).toBe(count);
  for (let round = 0; round < 20; round += 1) await setImmediate();
  expect(begun.size).toBe(count);
}

function finish(path: string): void {
  begun.get(path)?.();
  begun.delete(path);
}

async function finishAll(answers: Promise<Response>[]): Promise<number[]> {
  const all = Promise.all(answers);
  const progress = { isDone: false };
  void all.then(() => (progress.isDone = true));
  while (!progress.isDone) {
    for (const path of begun.keys()) finish(path);
    await setImmediate();
  }
  return (await all).map(({ status }) => status);
}

test("twenty requests from one address leave a place for the next address", async () => {
  const flood = ofAddress(20);
  await untilBegun(3);
  const other = ask("/other", OTHER);
  await untilBegun(4);
  expect([...begun.keys()]).toEqual(["/page/0", "/page/1", "/page/2", "/other"]);
  expect(await finishAll([...flood, other])).toEqual(Array(21).fill(200));
});

test("a student behind a busy address has a place of their own", async () => {
  const { cookie } = await archive.signUp("Rahim");
  const flood = ofAddress(20);
  await untilBegun(3);
  const own = ask("/dashboard", ADDRESS, { headers: { cookie } });
  await untilBegun(4);
  expect(begun.has("/dashboard")).toBe(true);
  await finishAll([...flood, own]);
});

test("addresses take turns, even if one of them sent all its requests first", async () => {
  const flood = ofAddress(20);
  await untilBegun(3);
  const others = [1, 2].map((number) => ask(`/other/${number}`, OTHER));
  await untilBegun(4);
  finish("/other/1");
  await untilBegun(4);
  expect([...begun.keys()]).toContain("/other/2");
  await finishAll([...flood, ...others]);
});

test('when more than 200 requests wait, the address with the most gets "The server is busy"', async () => {
  const flood = ofAddress(210);
  await untilBegun(3);
  const other = ask("/other", OTHER);
  await untilBegun(4);
  const refused = await Promise.all(flood.slice(203));
  expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(503));
  expect(refused[0]?.headers.get("retry-after")).toBe("10");
  expect(await finishAll([...flood.slice(0, 203), other])).toEqual(Array(204).fill(200));
});

test("a page and a call say that the server is busy, and for how long, if 203 others wait", async () => {
  const flood = ofAddress(203);
  await untilBegun(3);
  const [page, call] = await Promise.all([ask("/last", ADDRESS), ask("/api/review", ADDRESS)]);
  expect([page.status, call.status]).toEqual([503, 503]);
  expect(await page.text()).toContain("The server is busy. Try again in 10 seconds.");
  expect(await call.json()).toEqual({
    error: { code: "unavailable", message: "The server is busy. Try again in 10 seconds." },
  });
  expect(await finishAll(flood)).toEqual(Array(203).fill(200));
});

test("a call of the API waits for a place like a page", async () => {
  const flood = ofAddress(20);
  await untilBegun(3);
  let isAnswered = false;
  const call = ask("/api/review", ADDRESS).finally(() => (isAnswered = true));
  for (let round = 0; round < 50; round += 1) await setImmediate();
  expect(isAnswered).toBe(false);
  expect((await ask("/api/review", OTHER)).status).toBe(200);
  await finishAll([...flood, call]);
});

const post = (path: string, from: string) =>
  ask(path, from, {
    method: "POST",
    headers: { origin: archive.origin },
    body: new URLSearchParams({ name: "Rahim" }),
  });

test.each(["form", "unread"])("one address holds two places for its posts to /%s", async (path) => {
  const flood = Array.from({ length: 20 }, (_none, index) => post(`/${path}/${index}`, ADDRESS));
  await untilBegun(2);
  const others = [ask("/read", ADDRESS), ask("/other", OTHER), post(`/${path}/other`, OTHER)];
  await untilBegun(5);
  expect([...begun.keys()]).toEqual(expect.arrayContaining(["/read", "/other", `/${path}/other`]));
  expect(await finishAll([...flood, ...others])).toEqual(Array(23).fill(200));
});

test("a form holds no place while its action waits for other work, and its answer waits for a place", async () => {
  actions = Promise.withResolvers();
  const forms = Array.from({ length: 6 }, (_none, index) => post(`/form/${index}`, ADDRESS));
  await expect.poll(() => acting.size).toBe(6);
  actions.resolve();
  await untilBegun(2);
  expect(await finishAll(forms)).toEqual(Array(6).fill(200));
});

test('a post gets "The server is busy" when more than 500 posts wait', async () => {
  const flood = Array.from({ length: 503 }, (_none, index) => post(`/form/${index}`, ADDRESS));
  const refused = await Promise.any(flood);
  const headers = ["retry-after", "cache-control"].map((name) => refused.headers.get(name));
  expect([refused.status, ...headers]).toEqual([503, "10", "no-store"]);
  expect(await refused.clone().text()).toContain("The server is busy. Try again in 10 seconds.");
  expect((await finishAll(flood)).toSorted()).toEqual([...Array(502).fill(200), 503]);
});

test("200 students of one address who post a login at the same time are all answered", async () => {
  const others = Array.from({ length: 200 }, (_none, index) => post(`/form/other/${index}`, OTHER));
  const campus = Array.from({ length: 200 }, (_none, index) => post(`/form/${index}`, ADDRESS));
  expect(await finishAll([...others, ...campus])).toEqual(Array(400).fill(200));
});

test("the work before and after the bytes of an upload waits for the turn of its account", async () => {
  const { cookie } = await archive.signUp("Selim");
  const headers = { cookie, origin: archive.origin };
  const tus = { ...headers, "tus-resumable": "1.0.0" };
  const holdPlaces = async () => {
    const forms = [0, 1].map((index) =>
      ask(`/form/${index}`, ADDRESS, {
        method: "POST",
        headers,
        body: new URLSearchParams({ name: "Selim" }),
      }),
    );
    await untilBegun(2);
    return forms;
  };
  const rounds = async () => {
    for (let round = 0; round < 50; round += 1) await setImmediate();
  };

  const before = await holdPlaces();
  const creating = ask("/uploads", ADDRESS, { method: "POST", headers: { ...tus, "upload-length": "5" } });
  await rounds();
  expect(uploads.begin).toBe(0);
  await finishAll(before);
  const location = (await creating).headers.get("location") ?? "";
  expect(uploads.begin).toBe(1);

  const after = await holdPlaces();
  const type = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const sending = ask(location, ADDRESS, { method: "PATCH", headers: { ...tus, ...type }, body: "bytes" });
  const part = join(archive.uploads, location.slice("/uploads/".length));
  await expect.poll(() => statSync(part).size).toBe(5);
  await rounds();
  expect(uploads.accept).toBe(0);
  await finishAll(after);
  // Five bytes are no paper.
  expect((await sending).status).toBe(400);
  expect(uploads.accept).toBe(1);
});

test.each([
  ["/contact", "a refused form", 503],
  ["/search", "an address without forms", 503],
  ["/nowhere", "an unknown address", 503],
  ["/notices/unsubscribe", "a dead link", 503],
  ["/theme", "a redirection", 303],
  ["/wanted", "a redirection to the login page", 302],
] as const)("a post to %s, %s, waits for a place only if a page is rendered", async (path, _what, status) => {
  const { services, origin, timeZone } = archive;
  const site = (await builtPages()).handler({ services, origin, timeZone, logError: () => {} });
  let asked = 0;
  const answer = await site(new Request(origin + path, { method: "POST" }), {
    actor: undefined,
    client: { address: ADDRESS, userAgent: undefined },
    isCommon: false,
    askedFrom: undefined,
    readForm: async () => new FormData(),
    awaitPermit: async () => {
      asked += 1;
      return false;
    },
  });
  // A page stops if it gets no place, so it requests a place only once.
  expect([Math.min(asked, 1), answer.status]).toEqual([status === 503 ? 1 : 0, status]);
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])(
  "a page refuses %s before it is rendered",
  async (method) => {
    const answer = await ask("/page", ADDRESS, { method, headers: { origin: archive.origin } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(acting.size).toBe(0);
  },
);

test("the server renders no page for a reader who closed the connection", async () => {
  const flood = ofAddress(3);
  await untilBegun(3);
  const reader = new AbortController();
  const gone = ask("/gone", ADDRESS, { signal: reader.signal });
  await setImmediate();
  reader.abort();
  expect((await gone).status).toBe(503);
  await finishAll(flood);
  expect([...begun.keys()]).not.toContain("/gone");
});

test.each(["/sitemap.xml", "/sitemap/1.xml", "/feed.xml"])(
  "%s redirects an address with a query to the address without it",
  async (path) => {
    const answer = await ask(`${path}?once=1`, ADDRESS);
    expect([answer.status, answer.headers.get("location")]).toEqual([301, path]);
  },
);

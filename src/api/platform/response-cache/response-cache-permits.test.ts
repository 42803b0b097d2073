import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRequestIdOf } from "../request-id.ts";
import { createResponseCache } from "./response-cache.ts";

const PATH = "/api/allQuestions?page=1";
const version = { epoch: 0, changes: new Map() };

let server: Server;
/** How many responses the site has made. */
let made: number;
/** Resolves when the site has a free permit for a request. */
let awaitPermit: () => Promise<void>;
/** Resolves when the response is ready. */
let work: () => Promise<void>;

beforeEach(async () => {
  made = 0;
  awaitPermit = work = async () => {};
  const responseCache = createResponseCache({
    app: {
      async fetch(_request, env) {
        await awaitPermit();
        if (env?.onPermit?.() === false) return new Response(null, { status: 204 });
        made += 1;
        await work();
        return Response.json(["an answer"], { headers: { "cache-control": "private, no-cache" } });
      },
    },
    changeFeed: { current: () => version, follow: async () => {}, close: async () => {} },
    origin: "https://proshno.example.edu",
    canonical: (path) => path.replace(/^\/API\/ALLQUESTIONS$/, "/api/allQuestions"),
    maxBytes: 1_000_000,
    log: { request: () => {} },
    requestIdOf: createRequestIdOf({ trustedProxies: undefined }),
  });
  server = createServer(responseCache).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function ask(): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${PATH}`)).json();
}

/** Sends a request that gets its permit only when the test calls `givePermit`. */
async function askWithoutTurn() {
  const [asked, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  awaitPermit = () => {
    asked.resolve();
    return come.promise;
  };
  const answer = ask();
  await asked.promise;
  awaitPermit = async () => {};
  return { answer, givePermit: come.resolve };
}

test("a request overtakes an earlier one that waits for its permit, and both get the same response", async () => {
  const late = await askWithoutTurn();
  expect(await ask()).toEqual(["an answer"]);
  late.givePermit();
  expect(await late.answer).toEqual(["an answer"]);
  expect(made).toBe(1);
});

test("a request that gets its permit waits for a response that another request is making", async () => {
  const late = await askWithoutTurn();
  const done = Promise.withResolvers<void>();
  work = () => {
    late.givePermit();
    return done.promise;
  };
  const other = ask();
  await expect.poll(() => made).toBe(1);
  done.resolve();
  expect([await late.answer, await other]).toEqual([["an answer"], ["an answer"]]);
  expect(made).toBe(1);
});

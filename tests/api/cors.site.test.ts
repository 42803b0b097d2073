import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCorsOrigins } from "../../src/config/env-cors.ts";
import { kinds } from "../../src/shared/kinds/index.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

const CLIENT = "https://client.example.edu";
const OTHER = "https://other.example.edu";
const ALLOW = "access-control-allow-origin";

describe("a server with PROSHNO_CORS_ORIGINS", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ PROSHNO_CORS_ORIGINS: `${CLIENT}, http://localhost:3001` });
  });
  afterAll(async () => {
    await server.stop();
  });

  const ask = (path: string, origin?: string, init: RequestInit = {}) =>
    fetch(server.origin + path, { ...init, headers: { ...(origin && { origin }), ...init.headers } });

  test("lets named origins read public calls, including cached responses, and never allows cookies", async () => {
    for (const origin of [CLIENT, undefined, OTHER, CLIENT, "http://localhost:3001", OTHER, undefined]) {
      const { status, headers } = await ask("/api/allQuestions?page=0", origin);
      expect(status).toBe(200);
      expect(headers.get(ALLOW)).toBe(origin === OTHER ? null : (origin ?? null));
      expect(headers.get("vary")?.toLowerCase()).toMatch(/accept-encoding, cookie, origin/);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
    const { headers } = await ask("/API/allbooks", CLIENT);
    expect(headers.get("access-control-expose-headers")).toContain("Link");
    expect(headers.get("content-type")).toContain("application/json");
  });

  test("lets named origins read errors", async () => {
    const missing = await ask(`/api/question/${"0".repeat(24)}`, CLIENT);
    expect([missing.status, missing.headers.get(ALLOW)]).toEqual([404, CLIENT]);
    const refused = await ask("/api/allQuestions?page=x", CLIENT);
    expect([refused.status, refused.headers.get(ALLOW)]).toEqual([400, CLIENT]);
  });

  test.each(["/api/review", "/api/allQuestions?page=0"])(
    "answers %s with the same CORS headers to a GET, to a HEAD and with a 304",
    async (path) => {
      const own = ({ headers }: Response) =>
        [...headers].filter(([name]) => name === "vary" || name.startsWith("access-control-"));
      for (const origin of [CLIENT, OTHER, undefined, CLIENT]) {
        const whole = await ask(path, origin);
        const known = { "if-none-match": whole.headers.get("etag") as string };
        const bare = [
          await ask(path, origin, { headers: known }),
          await ask(path, origin, { method: "HEAD" }),
          await ask(path, origin, { method: "HEAD", headers: known }),
        ];
        expect(bare.map(({ status }) => status)).toEqual([304, 200, 304]);
        for (const answer of bare) expect(own(answer)).toEqual(own(whole));
        expect(whole.headers.get(ALLOW)).toBe(origin === CLIENT ? CLIENT : null);
      }
    },
  );

  test("answers a preflight request", async () => {
    const preflight = await ask("/api/allQuestions", CLIENT, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get(ALLOW)).toBe(CLIENT);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    expect(preflight.headers.get("access-control-max-age")).toBe("7200");
    expect((await ask("/api/allQuestions", OTHER, { method: "OPTIONS" })).headers.get(ALLOW)).toBeNull();
  });

  test("lets named origins read the empty lists that the specification's client requests before it knows the account", async () => {
    for (const { calls } of kinds) {
      for (const name of calls.mine) {
        for (const origin of [CLIENT, OTHER]) {
          const answer = await ask(`/api/${name}/undefined`, origin);
          expect([answer.status, await answer.json()]).toEqual([200, []]);
          expect(answer.headers.get(ALLOW)).toBe(origin === CLIENT ? CLIENT : null);
          expect(answer.headers.get("cache-control")).toBe("no-store");
          expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
        }
      }
    }
  });

  test("allows no origin in its response to the preflight request of a write", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const headers = { "access-control-request-method": method };
      const preflight = await ask("/api/review", CLIENT, { method: "OPTIONS", headers });
      expect(preflight.headers.get(ALLOW)).toBeNull();
      expect(preflight.headers.get("access-control-allow-methods")).toBeNull();
    }
    const headers = { "access-control-request-method": "GET" };
    const read = await ask("/api/review", CLIENT, { method: "OPTIONS", headers });
    expect([read.headers.get(ALLOW), read.headers.get("access-control-allow-headers")]).toEqual([
      CLIENT,
      null,
    ]);
  });

  test.each([
    "/api/myQuestions/a@example.edu",
    "/api/users/a@example.edu",
    "/allQuestions",
    "/login",
    "/api/nothing",
  ])("lets no other origin read %s", async (path) => {
    expect((await ask(path, CLIENT)).headers.get(ALLOW)).toBeNull();
  });

  test("refuses a write from a named origin", async () => {
    const body = JSON.stringify({ email: "a@example.edu", password: "long enough" });
    const headers = { "content-type": "application/json" };
    const answer = await ask("/api/auth/sign-in/email", CLIENT, { method: "POST", body, headers });
    expect([answer.status, answer.headers.get(ALLOW)]).toEqual([403, null]);
  });
});

test("a server without PROSHNO_CORS_ORIGINS lets no other origin read", async () => {
  const server = await startServer();
  const answer = await fetch(`${server.origin}/api/allQuestions`, { headers: { origin: CLIENT } });
  expect([answer.headers.get(ALLOW), answer.headers.get("vary")]).toEqual([null, "accept-encoding, cookie"]);
  await server.stop();
});

test.each([
  ["", []],
  [CLIENT, [CLIENT]],
  [` ${CLIENT} ,http://localhost:3001,`, [CLIENT, "http://localhost:3001"]],
])("PROSHNO_CORS_ORIGINS=%j is a valid list of origins", (text, origins) => {
  expect([...(parseCorsOrigins(text) ?? ["none"])]).toEqual(origins);
});

test("a star in PROSHNO_CORS_ORIGINS names every origin", () => expect(parseCorsOrigins(" * ")).toBe("*"));

test.each([
  `${CLIENT}/`,
  `${CLIENT}/api`,
  "client.example.edu",
  "null",
  `*,${CLIENT}`,
  "ftp://a.example.edu",
  "https://*.example.edu",
])("PROSHNO_CORS_ORIGINS=%s is invalid", (text) => expect(parseCorsOrigins(text)).toBeUndefined());

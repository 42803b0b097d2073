import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { errorResponse } from "./errors.ts";
import { CLOSED_POLICY, originCheck, securityHeaders } from "./security.ts";

const SITE = "https://proshno.example.edu";
const LOCAL = "http://127.0.0.1:3000";

function siteAt(origin: string) {
  const app = new Hono();
  app.use(...securityHeaders(origin));
  app.use(originCheck(origin));
  app.get("/page", (c) => c.text("page", 200, { "content-security-policy": "default-src 'self'" }));
  app.all("*", (c) => c.text("done"));
  app.onError((error, c) => errorResponse(c, error, () => {}));
  return app;
}

async function statusOf(origin: string, headers: Record<string, string>, method = "POST"): Promise<number> {
  return (await siteAt(origin).request(`${origin}/api/users`, { method, headers })).status;
}

describe("the Origin of a request that changes something", () => {
  test.each<[site: string, origin: string]>([
    [SITE, SITE],
    [LOCAL, "http://127.0.0.1:3000"],
    [LOCAL, "http://localhost:3000"],
    [LOCAL, "http://[::1]:3000"],
    ["http://127.8.9.10:3000", "http://127.8.9.10:3000"],
    ["http://localhost:3000", "http://127.0.0.1:3000"],
  ])("a site at %s accepts the origin %s", async (site, origin) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(await statusOf(site, { origin }, method)).toBe(200);
  });

  test.each<[site: string, origin: string]>([
    [SITE, "https://evil.test"],
    [SITE, "null"],
    [SITE, ""],
    [SITE, "http://proshno.example.edu"],
    [SITE, "https://proshno.example.edu:8443"],
    [SITE, "https://proshno.example.edu.evil.test"],
    [SITE, "https://evil.proshno.example.edu"],
    [SITE, "https://proshno.example.edu/"],
    [SITE, "http://localhost:3000"],
    [SITE, "http://127.0.0.1"],
    [LOCAL, "http://127.0.0.1:3001"],
    [LOCAL, "https://127.0.0.1:3000"],
    [LOCAL, "http://localhost"],
    [LOCAL, "http://localhost.evil.test:3000"],
    [LOCAL, "http://127.0.0.1.evil.test:3000"],
    [LOCAL, "http://10.0.0.1:3000"],
    [LOCAL, "http://evil.test:3000"],
    [LOCAL, "http://127.8.9.10:3000"],
    [LOCAL, "HTTP://127.0.0.1:3000"],
    [LOCAL, "http://127.1:3000"],
    [LOCAL, "http://0x7f.0.0.1:3000"],
    [LOCAL, "http://user@127.0.0.1:3000"],
    [LOCAL, "http://127.0.0.1:3000/path"],
    [LOCAL, "http://127.0.0.1:03000"],
    [LOCAL, "file://"],
    [LOCAL, "null"],
  ])("a site at %s refuses the origin %j", async (site, origin) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(await statusOf(site, { origin }, method)).toBe(403);
  });

  test.each([
    [{}, 200],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ origin: SITE, "sec-fetch-site": "same-origin" }, 200],
  ])("a request with the headers %j gets %i", async (headers, status) => {
    expect(await statusOf(SITE, headers)).toBe(status);
  });

  test.each(["GET", "HEAD", "OPTIONS"])(
    "a %s request changes nothing, so it can come from any origin",
    async (method) => {
      expect(await statusOf(SITE, { origin: "https://evil.test" }, method)).toBe(200);
    },
  );

  test("the refusal says what to do", async () => {
    const response = await siteAt(SITE).request(`${SITE}/`, {
      method: "POST",
      headers: { origin: "https://evil.test" },
    });
    expect(await response.json()).toMatchObject({
      error: { code: "wrong_origin", message: expect.stringContaining("Reload") },
    });
  });
});

describe("the security headers", () => {
  const headersOf = async (origin: string, path = "/") =>
    (await siteAt(origin).request(origin + path)).headers;

  test("are on every response, including refusals", async () => {
    const refusal = await siteAt(SITE).request(`${SITE}/`, { method: "POST", headers: { origin: "null" } });
    for (const headers of [await headersOf(SITE), refusal.headers]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-security-policy": CLOSED_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });

  test("keep the policy that a page sets", async () => {
    expect((await headersOf(SITE, "/page")).get("content-security-policy")).toBe("default-src 'self'");
  });

  test("include HSTS only if the site's origin is https", async () => {
    expect((await headersOf(SITE)).get("strict-transport-security")).toContain("max-age=31536000");
    expect((await headersOf(LOCAL)).has("strict-transport-security")).toBe(false);
  });
});

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openPage } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { startTlsProxy } from "../support/process/tls-proxy.ts";

const SESSION = "__Host-proshno";

/** A production site behind a proxy with TLS, as docs/production.md describes it. */
describe("a site behind a proxy with TLS", () => {
  let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
  let server: TestServer;
  let browser: Browser;
  let student: { email: string; password: string };
  /** The client's address, as the proxy sees it. */
  let address = "192.0.2.1";

  beforeAll(async () => {
    proxy = await startTlsProxy(() => address);
    server = await startServer({ PROSHNO_ORIGIN: proxy.origin, PROSHNO_TRUSTED_PROXIES: "loopback" });
    proxy.passTo(server.origin);
    browser = await launchBrowser();
    const [, email, password] = /student\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
    student = { email: email as string, password: password as string };
  });
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    expect(await server.stop()).toBe(0);
  });

  /** Sends a TLS request that trusts only the proxy's certificate. */
  async function send(path: string, method: string, headers: Record<string, string>, body?: string) {
    const sending = request(proxy.origin + path, { method, headers, ca: proxy.ca });
    sending.end(body);
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  }

  const signIn = (password: string) =>
    send(
      "/api/auth/sign-in/email",
      "POST",
      { "content-type": "application/json", origin: proxy.origin },
      JSON.stringify({ email: student.email, password }),
    );

  test.each([{ js: true }, { js: false }])(
    "a person logs in with the form, with JavaScript: $js",
    async ({ js }) => {
      const options = { ignoreHTTPSErrors: true, javaScriptEnabled: js };
      const { page, complaints, close } = await openPage(browser, options);
      await page.goto(`${proxy.origin}/dashboard`);
      await page.fill("#email", student.email);
      await page.fill("#password", student.password);
      await page.click("main form button");
      await page.waitForURL(`${proxy.origin}/dashboard`);
      const cookies = await page.context().cookies();
      expect(cookies.find(({ name }) => name === SESSION)).toMatchObject({
        secure: true,
        httpOnly: true,
        sameSite: "Lax",
        path: "/",
        domain: "127.0.0.1",
      });
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("a script on a page logs in with the API", async () => {
    const { page, complaints, close } = await openPage(browser, { ignoreHTTPSErrors: true });
    await page.goto(`${proxy.origin}/login`);
    const status = await page.evaluate(async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/auth/sign-in/email", { method: "POST", headers, body })).status;
    }, JSON.stringify(student));
    expect(status).toBe(200);
    await page.goto(`${proxy.origin}/dashboard`);
    await expect.poll(() => page.url()).toBe(`${proxy.origin}/dashboard`);
    // Scripts can't read the session cookie.
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(complaints).toEqual([]);
    await close();
  });

  test("a program logs in with the API", async () => {
    const { status, headers, body } = await signIn(student.password);
    expect(status, body).toBe(200);
    const session = headers["set-cookie"]?.find((line) => line.startsWith(`${SESSION}=`)) ?? "";
    for (const attribute of ["Secure", "HttpOnly", "Path=/", "SameSite=Lax"])
      expect(session).toContain(attribute);
    expect(session).not.toContain("Domain");
    const cookie = session.split(";")[0] as string;
    expect((await send(`/api/users/${student.email}`, "GET", { cookie })).status).toBe(200);
    expect(headers["strict-transport-security"]).toContain("max-age=31536000");
  });

  test("limits count each client by its own address, not by the proxy's address", async () => {
    const post = (forged: string) =>
      send(
        "/contact",
        "POST",
        {
          "content-type": "application/x-www-form-urlencoded",
          origin: proxy.origin,
          "x-forwarded-for": forged,
        },
        "name=a&email=b@c.edu&sub=c&mess=d",
      );
    const statuses: (number | undefined)[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 60)
      statuses.push((await post(`198.51.100.${statuses.length}`)).status);
    expect(new Set(statuses)).toEqual(new Set([303, 429]));
    address = "192.0.2.2";
    expect((await post("192.0.2.1")).status).toBe(303);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServices } from "../src/server/services.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "./support/archive.ts";
import { openSite } from "./support/site.ts";

describe.each(engines)("sessions on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  const account = { name: "Rahim", email: "rahim@example.edu", password: TEST_PASSWORD };
  const own = `/api/users/${account.email}`;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
    expect((await site.as().post("/api/auth/sign-up/email", account)).status).toBe(201);
  });
  afterAll(() => archive.close());

  async function signIn(cookie?: string) {
    const answer = await site
      .as(cookie)
      .post("/api/auth/sign-in/email", { email: account.email, password: TEST_PASSWORD });
    expect(answer.status).toBe(200);
    const [line = ""] = answer.headers.getSetCookie();
    return { answer, line, cookie: line.split(";")[0] as string };
  }

  test("the cookie is out of scripts' and other sites' reach, and its token stands nowhere else", async () => {
    const { answer, line, cookie } = await signIn();
    expect(line).toMatch(/^proshno=/);
    for (const attribute of ["HttpOnly", "Path=/", "SameSite=Lax"]) expect(line).toContain(attribute);
    expect(line).not.toContain("Domain");
    const [token = ""] = decodeURIComponent(cookie.slice("proshno=".length)).split(".");
    expect(token.length).toBeGreaterThan(20);
    expect(answer.text).not.toContain(token);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("where the site is https it is Secure, and belongs to this host alone", async () => {
    const { db, files } = archive;
    const services = createServices({
      db,
      files,
      origin: "https://proshno.example.edu",
      secret: "s".repeat(40),
    });
    const { setCookies } = await services.accounts.signIn({ email: account.email, password: TEST_PASSWORD });
    expect(setCookies[0]).toMatch(/^__Host-proshno=/);
    for (const attribute of ["Secure", "HttpOnly", "Path=/"]) expect(setCookies[0]).toContain(attribute);
  });

  test("each sign-in has a token of its own, also with an older cookie", async () => {
    const first = await signIn();
    const second = await signIn(first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
  });

  test("sign-out ends this session, and no other", async () => {
    const [here, there] = [await signIn(), await signIn()];
    const { status, body, headers } = await site.as(here.cookie).post("/api/auth/sign-out", {});
    expect([status, body]).toEqual([200, { success: true }]);
    expect(headers.getSetCookie().join()).toMatch(/proshno=;.*Max-Age=0/);
    expect((await site.as(here.cookie).get(own)).status).toBe(404);
    expect((await site.as(there.cookie).get(own)).status).toBe(200);
  });

  test("a forged or changed cookie is nobody's", async () => {
    const { cookie } = await signIn();
    const [name, value = ""] = cookie.split("=");
    const [token = "", signature = ""] = decodeURIComponent(value).split(".");
    const other = signature.startsWith("A") ? "B" : "A";
    const forged = [
      token,
      `${token}.`,
      `${token}.x`,
      `${token}.${other}${signature.slice(1)}`,
      `x${decodeURIComponent(value)}`,
      decodeURIComponent(value).toUpperCase(),
    ];
    for (const one of forged)
      expect((await site.as(`${name}=${encodeURIComponent(one)}`).get(own)).status, one).toBe(404);
    expect((await site.as(`__Host-${cookie}`).get(own)).status).toBe(404);
    expect((await site.as(`a=b; ${cookie}; c=d`).get(own)).status).toBe(200);
  });

  test("a role and a suspension bite on the next request", async () => {
    const { cookie } = await signIn();
    const reader = site.as(cookie);
    const setUser = (values: object) =>
      archive.db.write.updateTable("users").set(values).where("email", "=", account.email).execute();
    expect((await reader.put("/api/users/admin", { email: account.email })).status).toBe(403);
    await setUser({ role: "admin" });
    expect((await reader.put("/api/users/admin", { email: account.email })).status).toBe(200);
    await setUser({ role: "student" });
    expect((await reader.put("/api/users/admin", { email: account.email })).status).toBe(403);
    await setUser({ suspendedAt: new Date(0).toISOString() });
    expect((await reader.get(own)).status).toBe(404);
    await setUser({ suspendedAt: null });
    expect((await reader.get(own)).status).toBe(200);
  });

  test("an unknown e-mail and a wrong password are answered alike", async () => {
    const wrong = await site
      .as()
      .post("/api/auth/sign-in/email", { email: account.email, password: "not the password" });
    const unknown = await site
      .as()
      .post("/api/auth/sign-in/email", { email: "nobody@example.edu", password: "not the password" });
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
    expect(unknown.status).toBe(401);
    expect(unknown.headers.getSetCookie()).toEqual([]);
  });
});

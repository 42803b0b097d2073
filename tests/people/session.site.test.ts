import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServices } from "../../src/server/services.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

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

  test("scripts and other sites can't use the session cookie, and its token is stored nowhere else", async () => {
    const { answer, line, cookie } = await signIn();
    expect(line).toMatch(/^proshno=/);
    for (const attribute of ["HttpOnly", "Path=/", "SameSite=Lax"]) expect(line).toContain(attribute);
    expect(line).not.toContain("Domain");
    const token = cookie.slice("proshno=".length);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(answer.text).not.toContain(token);
    const kept = await archive.db.read.selectFrom("session").selectAll().execute();
    expect(kept).not.toEqual([]);
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("the cookie of an https site is Secure and belongs only to this host", async () => {
    const services = createServices({
      ...archive.shared,
      origin: "https://proshno.example.edu",
      secret: "s".repeat(40),
    });
    const credentials = { email: account.email, password: TEST_PASSWORD };
    const { setCookies } = await services.accounts.signIn(credentials, VISIT);
    expect(setCookies[0]).toMatch(/^__Host-proshno=/);
    for (const attribute of ["Secure", "HttpOnly", "Path=/"]) expect(setCookies[0]).toContain(attribute);
  });

  test("each login gets a new token, and the token in its request no longer works", async () => {
    const first = await signIn();
    const second = await signIn(first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
    expect((await site.as(first.cookie).get(own)).status).toBe(404);
    expect((await site.as(second.cookie).get(own)).status).toBe(200);
  });

  test("a login does not use a cookie that an attacker planted", async () => {
    const planted = `proshno=${"x".repeat(43)}`;
    const { cookie } = await signIn(planted);
    expect(cookie).not.toBe(planted);
    expect((await site.as(planted).get(own)).status).toBe(404);
  });

  test("logging out ends only the session that logs out", async () => {
    const [here, there] = [await signIn(), await signIn()];
    const { status, body, headers } = await site.as(here.cookie).post("/api/auth/sign-out", {});
    expect([status, body]).toEqual([200, { success: true }]);
    expect(headers.getSetCookie().join()).toMatch(/proshno=;.*Max-Age=0/);
    expect((await site.as(here.cookie).get(own)).status).toBe(404);
    expect((await site.as(there.cookie).get(own)).status).toBe(200);
  });

  test("a forged or changed cookie gives no access", async () => {
    const { cookie } = await signIn();
    const token = cookie.slice("proshno=".length);
    const other = token.startsWith("A") ? "B" : "A";
    const kept = await archive.db.read.selectFrom("session").select(["id", "tokenHash"]).execute();
    const forged = ["", "x", `${other}${token.slice(1)}`, `${token}x`, token.slice(1), token.toUpperCase()];
    for (const one of [...forged, ...kept.flatMap(({ id, tokenHash }) => [id, tokenHash])])
      expect((await site.as(`proshno=${one}`).get(own)).status, one).toBe(404);
    expect((await site.as(`__Host-${cookie}`).get(own)).status).toBe(404);
    expect((await site.as(`a=b; ${cookie}; c=d`).get(own)).status).toBe(200);
  });

  test("a new role and a suspension apply to the next request", async () => {
    const { cookie } = await signIn();
    const reader = site.as(cookie);
    const setUser = (values: object) =>
      archive.db.write.updateTable("users").set(values).where("email", "=", account.email).execute();
    expect((await reader.put("/api/users/admin", { email: account.email })).status).toBe(403);
    await setUser({ role: "admin" });
    expect((await reader.put("/api/users/admin", { email: account.email })).status).toBe(200);
    await setUser({ role: "student" });
    expect((await reader.put("/api/users/admin", { email: account.email })).status).toBe(403);
    await setUser({ suspendedAt: 1 });
    expect((await reader.get(own)).status).toBe(404);
    await setUser({ suspendedAt: null });
    expect((await reader.get(own)).status).toBe(200);
  });

  test("an unknown email and a wrong password get the same response", async () => {
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

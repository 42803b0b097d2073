import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unique } from "../support/archive/factories.ts";
import { openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { cookieOf } from "../support/platform/mailed.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { startSmtp, tokenIn } from "../support/platform/smtp.ts";

const NEW_PASSWORD = "another horse battery";

/**
 * Two processes that share only the database. A change in one process must apply in the other process at
 * once.
 */
describe("two servers on one PostgreSQL", () => {
  let archive: TestArchive;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let one: TestServer;
  let other: TestServer;
  let admin: string;
  let me: { email: string; there: string };
  beforeAll(async () => {
    archive = await openTestArchive("postgres");
    smtp = await startSmtp();
    const env = {
      ...archive.env,
      PROSHNO_MODE: "production",
      PROSHNO_ADMIN_2FA: "optional",
      PROSHNO_SMTP_URL: smtp.url,
      PROSHNO_MAIL_FROM: "noreply@example.edu",
    };
    [one, other] = await Promise.all([startServer(env), startServer(env)]);
    await archive.signUp("Keeper", "admin");
    admin = await signedIn(one, "keeper@example.edu");
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await archive.close();
    await smtp.close();
  });
  beforeEach(async () => {
    const { actor } = await archive.signUp(`Person${unique()}`);
    me = { email: actor.email, there: await signedIn(other, actor.email) };
  });

  const call = ({ origin }: TestServer, method: string, path: string, cookie: string, body?: object) =>
    fetch(origin + path, {
      method,
      headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const form = ({ origin }: TestServer, path: string, fields: Record<string, string>, cookie = "") =>
    fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      headers: cookie ? { cookie } : {},
      body: new URLSearchParams(fields),
    });
  async function signedIn(server: TestServer, email: string): Promise<string> {
    const answer = await call(server, "POST", "/api/auth/sign-in/email", "", {
      email,
      password: TEST_PASSWORD,
    });
    expect(answer.status).toBe(200);
    return cookieOf(answer);
  }
  const isLive = async (server: TestServer, cookie: string) =>
    (await call(server, "GET", `/api/users/${me.email}`, cookie)).status === 200;

  test("a role that an admin removes on one server is gone on the next request to the other server", async () => {
    await call(one, "PUT", "/api/users/admin", admin, { email: me.email });
    const there = await signedIn(other, me.email);
    const ask = () => call(other, "GET", "/api/allQuestions?status=Pending", there);
    const power = async () =>
      (await call(other, "PUT", "/api/users/admin", there, { email: me.email })).status;
    expect([(await ask()).status, await power()]).toEqual([200, 200]);
    expect((await call(one, "PUT", "/api/users/admin/revoke", admin, { email: me.email })).status).toBe(200);
    expect(await power()).toBe(403);
  });

  test("a suspension on one server ends the person's sessions on the other server", async () => {
    expect(await isLive(other, me.there)).toBe(true);
    await call(one, "PUT", "/api/users/admin/suspend", admin, { email: me.email });
    expect(await isLive(other, me.there)).toBe(false);
    await call(one, "PUT", "/api/users/admin/reinstate", admin, { email: me.email });
    expect(await isLive(other, me.there)).toBe(false);
  });

  test("changing the password on one server ends the sessions on the other server", async () => {
    const here = await signedIn(one, me.email);
    const fields = { passwordNow: TEST_PASSWORD, password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
    const changed = await form(one, "/dashboard/change-password", fields, here);
    expect(changed.status).toBe(303);
    expect([await isLive(other, me.there), await isLive(other, here)]).toEqual([false, false]);
    expect(await isLive(other, cookieOf(changed))).toBe(true);
  });

  test("resetting the password by mail on one server ends the sessions on both servers", async () => {
    const arrived = smtp.next(me.email);
    expect((await form(one, "/forgot-password", { email: me.email })).status).toBe(303);
    const token = tokenIn(await arrived, "/reset-password");
    const fields = { token, password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
    // The link works on either server.
    expect((await form(other, "/reset-password", fields)).status).toBe(303);
    expect(await isLive(one, me.there)).toBe(false);
    expect(await isLive(other, me.there)).toBe(false);
  });
});

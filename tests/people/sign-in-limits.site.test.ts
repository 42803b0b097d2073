import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client, Visit } from "../../src/server/platform/client.ts";
import type { Mail } from "../../src/server/platform/mail/render-mail.ts";
import { engines, openTestArchive, type TestArchive, TEST_PASSWORD } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

const OWNER = "owner@example.edu";
const TOO_MANY = { code: "too_many_requests" };
const WRONG = { code: "wrong_credentials" };

describe.each(engines)("guesses at an account on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  /** A browser in which the owner logged in before. */
  let known: Visit;
  beforeEach(async () => {
    now = Date.UTC(2026, 0);
    archive = await openTestArchive(engine, { clock: () => now });
    await archive.signUp("Owner");
    const first = await archive.services.accounts.signIn(
      { email: OWNER, password: TEST_PASSWORD },
      from("203.0.113.5"),
    );
    known = browserWith(first.setCookies);
  });
  afterEach(() => archive.close());

  const from = (address: string): Visit => ({
    client: { address, userAgent: "a test" },
    headers: new Headers(),
  });
  const browserWith = (setCookies: string[], address = "203.0.113.5"): Visit => {
    const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
    const device = /(?:^|; )proshno-device=([^;]*)/.exec(cookie)?.[1];
    return { client: { ...from(address).client, device } satisfies Client, headers: new Headers({ cookie }) };
  };
  const signIn = (visit: Visit, password = TEST_PASSWORD, email = OWNER) =>
    archive.services.accounts.signIn({ email, password }, visit);
  const wrong = async (visit: Visit, times: number, email = OWNER) => {
    for (let time = 0; time < times; time += 1)
      await expect(signIn(visit, "not the password", email)).rejects.toMatchObject(WRONG);
  };

  test("the right password must wait after ten wrong passwords, except in a known browser", async () => {
    const stranger = from("203.0.113.5");
    await wrong(stranger, 10);
    await expect(signIn(stranger)).rejects.toMatchObject({ ...TOO_MANY, retryAfter: 360 });
    expect((await signIn(known)).person.email).toBe(OWNER);
    now += 360_000;
    expect((await signIn(stranger)).person.email).toBe(OWNER);
  });

  test("an unknown account has the same limit", async () => {
    const stranger = from("192.0.2.1");
    await wrong(stranger, 10, "nobody@example.edu");
    const refused = signIn(stranger, TEST_PASSWORD, "nobody@example.edu");
    await expect(refused).rejects.toMatchObject({ ...TOO_MANY, retryAfter: 360 });
  });

  test("a login after nine wrong passwords resets the limit each time", async () => {
    const forgetful = from("192.0.2.1");
    for (let round = 0; round < 3; round += 1) {
      await wrong(forgetful, 9);
      expect((await signIn(forgetful)).person.email).toBe(OWNER);
    }
  });

  test("an account's limit stops many strangers, and its owner logs in with a known browser or after a reset", async () => {
    // One guess from each address, so each guess comes from a different stranger.
    for (let index = 0; index < 80; index += 1) await wrong(from(`198.51.100.${index}`), 1);
    const phone = from("198.51.101.1");
    await expect(signIn(phone)).rejects.toMatchObject(TOO_MANY);
    expect((await signIn({ ...known, client: { ...known.client, address: "198.51.101.2" } })).half).toBe(
      false,
    );
    const { credentials, accountMails } = archive.services;
    await credentials.requestReset({ email: OWNER }, phone.client);
    const { params } = (await accountMails.resetMail({ email: OWNER })) as Mail & {
      params: { token: string };
    };
    const password = "another good pass phrase";
    const passwords = { password, passwordAgain: password };
    const setCookies = await credentials.resetPassword(params.token, passwords, phone.client);
    expect((await signIn(browserWith(setCookies, "198.51.101.1"), password)).person.email).toBe(OWNER);
  });

  test("a stranger can't guess the password in a session that its owner left open", async () => {
    const actor = await archive.services.accounts.actor(known.headers);
    const change = (passwordNow: string) => {
      const password = "another good pass phrase";
      const input = { password, passwordAgain: password, passwordNow };
      return archive.services.credentials.changePassword(actor, input, known.client);
    };
    for (let time = 0; time < 10; time += 1)
      await expect(change("not the password")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(change(TEST_PASSWORD)).rejects.toMatchObject(TOO_MANY);
    const leave = archive.services.deletion.deleteAccount(
      actor,
      { contributions: "keep", passwordNow: TEST_PASSWORD },
      known,
    );
    await expect(leave).rejects.toMatchObject(TOO_MANY);
  });

  test("one address can sign up a hundred accounts in an hour, and other addresses can still sign up", async () => {
    const join = (index: number, address: string) =>
      archive.services.signUp.signUp(
        { name: "Rahim", email: `person${index}@example.edu`, password: TEST_PASSWORD },
        from(address),
      );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 105 }, (_, index) => join(index, "192.0.2.1")),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    expect(await join(200, "192.0.2.2")).toMatchObject({ checkMail: false });
  });

  test("a separate cookie marks a browser as known, and only the right password sets this cookie", async () => {
    const site = openSite(archive);
    const sent = { email: OWNER, password: TEST_PASSWORD };
    const right = await site.as().post("/api/auth/sign-in/email", sent);
    const line = right.headers.getSetCookie().find((one) => one.startsWith("proshno-device=")) as string;
    expect(line).toContain("HttpOnly");
    const failed = await site.as().post("/api/auth/sign-in/email", { ...sent, password: "not the password" });
    expect(failed.headers.getSetCookie()).toEqual([]);
    for (let time = 0; time < 12; time += 1)
      await site.as().post("/api/auth/sign-in/email", { ...sent, password: "not the password" });
    expect((await site.as().post("/api/auth/sign-in/email", sent)).status).toBe(429);
    const browser = site.as(line.split(";")[0]);
    expect((await browser.post("/api/auth/sign-in/email", sent)).status).toBe(200);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { unique } from "../support/archive/factories.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { cookieOf } from "../support/platform/mailed.ts";
import { enrol } from "../support/people/second-factor.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

const HOUR = 60 * 60 * 1000;
const headers = (cookie: string) => new Headers({ cookie });

describe.each(engines)("the sessions of an account on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let now = Date.now();
  /** A person with two sessions: `here` and `there`. */
  let me: { email: string; here: string; there: string };
  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => now });
    site = openSite(archive, await builtPages());
  });
  afterAll(() => archive.close());
  beforeEach(async () => {
    const { actor, cookie: there } = await archive.signUp(`Person${unique()}`);
    me = { email: actor.email, here: cookieOf(await signIn(actor.email)), there };
  });

  const signIn = (email: string) =>
    site.as().post("/api/auth/sign-in/email", { email, password: TEST_PASSWORD });
  const isLive = async (cookie: string) =>
    (await site.as(cookie).get(`/api/users/${me.email}`)).status === 200;
  const end = (fields: Record<string, string>, cookie: string) =>
    site.as(cookie).send("/dashboard/security", { method: "POST", body: new URLSearchParams(fields) });

  test("are listed, and their owner can end one of them or all other sessions at once", async () => {
    const page = await site.as(me.here).get("/dashboard/security");
    // The current session has no button, because logging out ends it.
    expect([
      page.text.match(/name="session"/g)?.length,
      page.text.includes(`(${en.security.sessions.here})`),
    ]).toEqual([1, true]);
    const list = await archive.services.ownSessions.list(
      (await archive.services.accounts.actor(headers(me.there)))!,
    );
    const there = list.find(({ isCurrent }) => isCurrent)!;
    const ended = await end({ session: there.id }, me.here);
    expect(ended.status).toBe(303);
    expect([await isLive(me.here), await isLive(me.there)]).toEqual([true, false]);
    const again = cookieOf(await signIn(me.email));
    await end({ act: "endOthers" }, me.here);
    expect([await isLive(me.here), await isLive(again)]).toEqual([true, false]);
  });

  test("a browser whose session ended in another place is told so on the login page", async () => {
    const login = (cookie?: string) => site.as(cookie).get("/login?from=%2Fdashboard%2Fsecurity");
    await end({ act: "endOthers" }, me.here);
    const asked = await site.as(me.there).get("/dashboard/security");
    expect([asked.status, asked.headers.get("location")]).toEqual([
      302,
      "/login?from=%2Fdashboard%2Fsecurity",
    ]);
    expect((await login(me.there)).text).toContain(en.login.ended);
    expect((await login()).text).not.toContain(en.login.ended);
    await archive.services.people.suspend((await archive.signUp(`A${unique()}`, "admin")).actor, {
      email: me.email,
    });
    expect((await login(me.here)).text).toContain(en.login.ended);
  });

  test("a device leaves the list after a logout on this page or on the device", async () => {
    const devices = async () =>
      (await site.as(me.here).get("/dashboard/security")).text.match(/data-label="Device"/g)?.length;
    const third = cookieOf(await signIn(me.email));
    expect(await devices()).toBe(3);
    const actor = (await archive.services.accounts.actor(headers(me.there)))!;
    await end({ session: actor.session!.id }, me.here);
    expect(await devices()).toBe(2);
    await site.as(third).send("/logout", { method: "POST", body: new URLSearchParams() });
    expect(await devices()).toBe(1);
  });

  test("the list of devices leaves out a login that waits for the second factor", async () => {
    const person = await enrol(archive, () => now);
    await person.half();
    expect(await archive.services.ownSessions.list(person.actor)).toMatchObject([{ isCurrent: true }]);
  });

  test("an invalid session id ends no session and causes no server error", async () => {
    expect((await end({ session: "a\0b" }, me.here)).status).toBe(303);
    expect([await isLive(me.there), site.faults]).toEqual([true, []]);
  });

  test("can't be ended by another person", async () => {
    const { cookie } = await archive.signUp(`Nosy${unique()}`);
    const actor = (await archive.services.accounts.actor(headers(me.here)))!;
    for (const { id } of await archive.services.ownSessions.list(actor)) await end({ session: id }, cookie);
    expect([await isLive(me.here), await isLive(me.there)]).toEqual([true, true]);
  });

  test("end after 30 days", async () => {
    now += 30 * 24 * HOUR - 60_000;
    expect(await isLive(me.here)).toBe(true);
    now += 60_000;
    expect(await isLive(me.here)).toBe(false);
  });
});

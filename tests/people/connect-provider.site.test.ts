import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { openSocialWorld, problemOf, type SocialWorld } from "../support/people/social-world.ts";
import { en } from "../../src/shared/messages/en.ts";

const HOUR = 60 * 60 * 1000;

describe.each(engines)("connecting an account to a provider on %s", (engine) => {
  let world: SocialWorld;
  beforeAll(async () => {
    world = await openSocialWorld(engine);
  });
  beforeEach(() => {
    world.time.later = 0;
  });
  afterAll(() => world.close());

  test("lets a person log in with the provider, even with a different email there", async () => {
    const { somebody, actor } = await world.signedIn("Connects");
    const answer = await somebody.signIn("elsewhere@example.org", "E", { purpose: "connect" });
    expect(answer.headers.get("location")).toBe("/dashboard/security");
    expect(await world.archive.services.social.isConnected(actor)).toBe(true);
    const again = world.journey();
    await again.signIn("elsewhere@example.org", "E");
    const own = await world.site.as(again.cookieHeader()).get("/api/users/connects@example.edu");
    expect(own.status).toBe(200);
    expect(await world.personOf("elsewhere@example.org")).toBeUndefined();
  });

  test("sends the person a mail, and so does disconnecting it", async () => {
    const { db, services } = world.archive;
    const mailsTo = async (email: string) =>
      (await db.read.selectFrom("job").selectAll().where("kind", "=", "mail").execute())
        .map(({ payload }) => JSON.parse(payload) as { to: string; template: string })
        .filter(({ to }) => to === email)
        .map(({ template }) => template);
    const { somebody, actor } = await world.signedIn("Told");
    await somebody.signIn("told@example.org", "", { purpose: "connect" });
    expect(await mailsTo("told@example.edu")).toEqual(["providerConnected"]);
    await somebody.signIn("told@example.org", "", { purpose: "connect" });
    expect(await mailsTo("told@example.edu")).toEqual(["providerConnected"]);
    await services.social.disconnect(actor);
    expect((await mailsTo("told@example.edu")).sort()).toEqual(["providerConnected", "providerDisconnected"]);
    expect(await mailsTo("told@example.org")).toEqual([]);
  });

  test("needs a fresh proof", async () => {
    const { somebody } = await world.signedIn("Stale");
    world.time.later = HOUR;
    const answer = await somebody.visit("/auth/start", { purpose: "connect" });
    expect(answer.headers.get("location")).toBe("/dashboard/provider?problem=sign-in-again");
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("works only in the session that started it", async () => {
    const nobody = await world.journey().visit("/auth/start", { purpose: "connect" });
    expect(nobody.headers.get("location")).toMatch(/^\/login\?from=/);
    const { somebody } = await world.signedIn("Asks");
    const callback = await somebody.atProvider(await somebody.start({ purpose: "connect" }), {
      login: "switched@example.org",
    });
    const { somebody: other, actor } = await world.signedIn("Other");
    for (const [name, value] of somebody.cookies)
      if (name.startsWith("proshno-flow-")) other.cookies.set(name, value);
    const answer = await other.visit(callback);
    expect(answer.headers.get("location")).toBe("/dashboard/provider?problem=sign-in-again");
    expect(await world.archive.services.social.isConnected(actor)).toBe(false);
  });

  test("changes nothing if the session ended before the provider's response", async () => {
    const { somebody, actor } = await world.signedIn("Ended");
    const callback = await somebody.atProvider(await somebody.start({ purpose: "connect" }), {
      login: "ended@example.org",
    });
    const { db, services } = world.archive;
    await db.write.deleteFrom("session").where("userId", "=", actor.id).execute();
    const visit = { ...VISIT, headers: new Headers({ cookie: somebody.cookieHeader() }) };
    const answer = new URL(callback, world.archive.origin).searchParams;
    expect(await services.social.finish(actor, answer, visit)).toMatchObject({ problem: "sign-in-again" });
    expect(await services.social.isConnected(actor)).toBe(false);
  });

  test("leaves no identity, account or session if the account is deleted at the same moment", async () => {
    const { somebody, actor } = await world.signedIn("Races");
    const { db, services } = world.archive;
    const logins = ["one", "two", "three", "four"].map((name) => `races-${name}@example.org`);
    // Each login has its own browser at the provider, with the person's session at the site.
    const finishes = await Promise.all(
      logins.map(async (login) => {
        const browser = world.journey();
        for (const [name, value] of somebody.cookies) browser.cookies.set(name, value);
        const callback = await browser.atProvider(await browser.start({ purpose: "connect" }), { login });
        const visit = { ...VISIT, headers: new Headers({ cookie: browser.cookieHeader() }) };
        return () =>
          services.social.finish(actor, new URL(callback, world.archive.origin).searchParams, visit);
      }),
    );
    const deletion = { contributions: "keep", passwordNow: TEST_PASSWORD };
    const [late, ...racing] = finishes;
    const [deleted, ...finished] = await Promise.allSettled([
      services.deletion.deleteAccount(actor, deletion, VISIT),
      ...racing.map((finish) => finish()),
    ]);
    expect(deleted.status).toBe("fulfilled");
    expect(finished.map(({ status }) => status)).toEqual(racing.map(() => "fulfilled"));
    expect(await late?.()).toMatchObject({ problem: "sign-in-again" });
    for (const table of ["identity", "session"] as const)
      expect(await db.write.selectFrom(table).selectAll().where("userId", "=", actor.id).execute()).toEqual(
        [],
      );
    for (const email of [actor.email, ...logins]) expect(await world.personOf(email)).toBeUndefined();
  });

  test("a login through the provider that finishes during the deletion starts no session of the account", async () => {
    const { somebody, actor } = await world.signedIn("Gone");
    const { db, services } = world.archive;
    await somebody.signIn("gone@example.org", "", { purpose: "connect" });
    const browser = world.journey();
    const callback = await browser.atProvider(await browser.start(), { login: "gone@example.org" });
    const visit = { ...VISIT, headers: new Headers({ cookie: browser.cookieHeader() }) };
    const deletion = { contributions: "keep", passwordNow: TEST_PASSWORD };
    await Promise.allSettled([
      services.social.finish(undefined, new URL(callback, world.archive.origin).searchParams, visit),
      services.deletion.deleteAccount(actor, deletion, VISIT),
    ]);
    for (const table of ["identity", "session"] as const)
      expect(await db.write.selectFrom(table).selectAll().where("userId", "=", actor.id).execute()).toEqual(
        [],
      );
    expect(await world.personOf(actor.email)).toBeUndefined();
  });

  test("refuses an identity that belongs to a different account", async () => {
    await world.journey().signIn("taken@example.org");
    const { somebody, actor } = await world.signedIn("Takes");
    const answer = await somebody.signIn("taken@example.org", "", { purpose: "connect" });
    expect(problemOf(answer)).toBe("identity-taken");
    expect(await world.archive.services.social.isConnected(actor)).toBe(false);
  });

  test("can be undone with a fresh proof if the person has another way to log in", async () => {
    const { somebody, actor } = await world.signedIn("Leaves");
    await somebody.signIn("leaves@example.org", "", { purpose: "connect" });
    world.time.later = HOUR;
    await expect(world.archive.services.social.disconnect(actor)).rejects.toMatchObject({
      code: "step_up_required",
    });
    world.time.later = 0;
    await world.archive.services.social.disconnect(actor);
    expect(await world.archive.services.social.isConnected(actor)).toBe(false);

    const onlyHere = world.journey();
    await onlyHere.signIn("only@example.org");
    const own = await world.archive.services.accounts.actor(new Headers({ cookie: onlyHere.cookieHeader() }));
    await expect(world.archive.services.social.disconnect(own)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { provider: { code: "onlyWayIn" } },
    });
    expect(await world.archive.services.social.isConnected(own)).toBe(true);
  });

  test("the page shows the provider, and disconnects it if the person has another way to log in", async () => {
    const { somebody } = await world.signedIn("Pages");
    expect((await somebody.visit("/dashboard/provider")).text).toContain("Connect Local");
    await somebody.signIn("pages@example.org", "", { purpose: "connect" });
    expect((await somebody.visit("/dashboard/security")).text).toContain(en.signIn.isConnected("Local"));
    const answer = await somebody.visit("/dashboard/provider", {});
    expect(answer.headers.get("location")).toBe("/dashboard/security");
    expect((await somebody.visit("/dashboard/security")).text).toContain(en.signIn.isNotConnected("Local"));

    const onlyHere = world.journey();
    await onlyHere.signIn("only-page@example.org");
    const refused = await onlyHere.visit("/dashboard/provider", {});
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(en.problems["onlyWayIn"]?.("", ""));
  });

  test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
});

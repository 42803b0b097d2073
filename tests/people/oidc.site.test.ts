import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { newId } from "../../src/server/platform/ids.ts";
import { engines, openTestArchive, TEST_ORIGIN, type TestArchive } from "../support/platform/archive.ts";
import { openJourney } from "../support/people/provider-journey.ts";
import { openSite } from "../support/api/site.ts";
import { openSocialWorld, problemOf, type SocialWorld } from "../support/people/social-world.ts";

const HOUR = 60 * 60 * 1000;

describe.each(engines)("a login with a provider on %s", (engine) => {
  let world: SocialWorld;
  let archive: TestArchive;
  let site: SocialWorld["site"];
  let journey: SocialWorld["journey"];
  let personOf: SocialWorld["personOf"];
  let countOf: SocialWorld["countOf"];

  beforeAll(async () => {
    world = await openSocialWorld(engine);
    ({ archive, site, journey, personOf, countOf } = world);
  });
  beforeEach(() => {
    world.time.later = 0;
  });
  afterAll(() => world.close());

  test("creates an account with a verified email, and redirects to the remembered page", async () => {
    const somebody = journey();
    const answer = await somebody.signIn("New@Example.edu", "New  Person", { from: "/allBooks?page=2" });
    expect(answer.headers.get("location")).toBe("/auth/welcome?from=%2FallBooks%3Fpage%3D2");
    const welcome = await somebody.visit(answer.headers.get("location") as string);
    expect(welcome.headers.get("location")).toBe("/allBooks?page=2");
    const person = await personOf("new@example.edu");
    expect(person).toMatchObject({ displayName: "New Person", role: "student", photoURL: null });
    expect(person?.emailVerifiedAt).toBeGreaterThan(0);
    const own = await site.as(somebody.cookieHeader()).get("/api/users/new@example.edu");
    expect(own.body).toMatchObject({ email: "new@example.edu", displayName: "New Person" });
  });

  test("the same identity opens the same account, and changes its name until the profile is complete", async () => {
    await journey().signIn("again@example.edu", "First Name");
    const first = await personOf("again@example.edu");
    await journey().signIn("again@example.edu", "Second Name");
    expect(await personOf("again@example.edu")).toMatchObject({ id: first?.id, displayName: "Second Name" });
    await journey().signIn("again@example.edu", "");
    expect(await personOf("again@example.edu")).toMatchObject({ displayName: "Second Name" });
    await archive.db.write
      .updateTable("users")
      .set({ complete: 1 })
      .where("email", "=", "again@example.edu")
      .execute();
    await journey().signIn("again@example.edu", "Third Name");
    expect(await personOf("again@example.edu")).toMatchObject({ displayName: "Second Name" });
  });

  test("a person without a name gets the first part of their email as their name", async () => {
    await journey().signIn("nameless@example.edu");
    expect(await personOf("nameless@example.edu")).toMatchObject({ displayName: "nameless" });
  });

  test("an account with the same email is never connected automatically", async () => {
    await archive.signUp("Owner", "admin");
    const before = await Promise.all([countOf("users"), countOf("identity"), countOf("session")]);
    const somebody = journey();
    const answer = await somebody.signIn("owner@example.edu", "Owner", { from: "/allBooks" });
    expect(answer.headers.get("location")).toBe("/login?from=%2FallBooks&problem=email-has-account");
    expect(somebody.cookies.size).toBe(0);
    expect(await Promise.all([countOf("users"), countOf("identity"), countOf("session")])).toEqual(before);
    const page = await somebody.visit(answer.headers.get("location") as string);
    expect(page.text).toContain("There is already an account with this email.");
  });

  test("a suspended person can't log in", async () => {
    await journey().signIn("suspended@example.edu");
    await archive.db.write
      .updateTable("users")
      .set({ suspendedAt: 1 })
      .where("email", "=", "suspended@example.edu")
      .execute();
    const somebody = journey();
    const answer = await somebody.signIn("suspended@example.edu");
    expect(problemOf(answer)).toBe("account-suspended");
    expect(somebody.cookies.size).toBe(0);
  });

  test("a login with a provider doesn't skip the second factor", async () => {
    await journey().signIn("factor@example.edu");
    const userId = (await personOf("factor@example.edu"))?.id as string;
    const factor = { userId, secret: "s", confirmedAt: 1, lastStep: 0, failures: 0, lockedUntil: 0 };
    await archive.db.write.insertInto("secondFactor").values(factor).execute();
    const somebody = journey();
    const answer = await somebody.signIn("factor@example.edu", "Another Name", { from: "/allBooks" });
    const welcome = await somebody.visit(answer.headers.get("location") as string);
    expect(welcome.headers.get("location")).toBe("/login/second-factor?from=%2FallBooks");
    const own = await site.as(somebody.cookieHeader()).get("/api/users/factor@example.edu");
    expect(own.status).toBe(404);
    // A login without its code changes nothing.
    expect(await personOf("factor@example.edu")).toMatchObject({ displayName: "factor" });
  });

  test("simultaneous responses from the provider create one account", async () => {
    const browsers = Array.from({ length: 8 }, journey);
    const answers = await Promise.all(browsers.map((one) => one.signIn("race@example.edu", "Race")));
    expect(answers.map(problemOf)).toEqual(Array(8).fill(null));
    const userId = (await personOf("race@example.edu"))?.id as string;
    const sessions = await archive.db.read
      .selectFrom("session")
      .selectAll()
      .where("userId", "=", userId)
      .execute();
    expect(sessions).toHaveLength(8);
  });

  describe("the provider's response", () => {
    const refused = "/login?from=%2F&problem=";

    test("is accepted only in the browser that started the login", async () => {
      const [attacker, victim] = [journey(), journey()];
      const callback = await attacker.atProvider(await attacker.start(), { login: "attacker@example.edu" });
      await victim.start();
      const answer = await victim.visit(callback);
      expect(answer.headers.get("location")).toBe("/login?problem=web-storage-unsupported");
      expect([...victim.cookies.keys()].every((name) => name.startsWith("proshno-flow-"))).toBe(true);
      expect(await personOf("attacker@example.edu")).toBeUndefined();
    });

    test("is accepted once, even if its cookie is restored", async () => {
      const somebody = journey();
      const callback = await somebody.atProvider(await somebody.start(), { login: "once@example.edu" });
      const kept = new Map(somebody.cookies);
      await somebody.visit(callback);
      expect(problemOf(await somebody.visit(callback))).toBe("web-storage-unsupported");
      const thief = journey();
      for (const [name, value] of kept) thief.cookies.set(name, value);
      const answer = await thief.visit(callback);
      expect(problemOf(answer)).toBe("internal-error");
      expect(thief.cookies.size).toBe(0);
    });

    test("is accepted for ten minutes", async () => {
      const somebody = journey();
      const callback = await somebody.atProvider(await somebody.start(), { login: "late@example.edu" });
      world.time.later = HOUR;
      const answer = await somebody.visit(callback);
      expect(answer.headers.get("location")).toBe("/login?problem=web-storage-unsupported");
    });

    test("is accepted only with the state and the code of the same login", async () => {
      const somebody = journey();
      const first = await somebody.atProvider(await somebody.start(), { login: "state@example.edu" });
      const second = await somebody.atProvider(await somebody.start(), { login: "state@example.edu" });
      const mixed = new URL(first, TEST_ORIGIN);
      mixed.searchParams.set("code", new URL(second, TEST_ORIGIN).searchParams.get("code") as string);
      const answer = await somebody.visit(mixed.pathname + mixed.search);
      expect(answer.headers.get("location")).toBe(`${refused}internal-error`);
      for (const state of ["", "x", "'"]) {
        mixed.searchParams.set("state", state);
        const other = await somebody.visit(mixed.pathname + mixed.search);
        expect(other.headers.get("location")).toBe("/login?problem=web-storage-unsupported");
      }
      expect(await personOf("state@example.edu")).toBeUndefined();
    });

    test("is accepted only from the configured issuer (RFC 9207)", async () => {
      const somebody = journey();
      const callback = new URL(
        await somebody.atProvider(await somebody.start(), { login: "iss@example.edu" }),
        TEST_ORIGIN,
      );
      callback.searchParams.set("iss", "https://accounts.google.com");
      const answer = await somebody.visit(callback.pathname + callback.search);
      expect(answer.headers.get("location")).toBe(`${refused}internal-error`);
    });
  });

  test("a browser has at most four unfinished logins, and a changed cookie is invalid", async () => {
    const somebody = journey();
    const starts = [];
    for (let index = 0; index < 7; index += 1) {
      world.time.later = index * 1000;
      starts.push(await somebody.start());
    }
    expect(somebody.cookies.size).toBe(4);
    const [first, last] = [starts[0], starts.at(-1)] as [string, string];
    const late = await somebody.visit(await somebody.atProvider(first, { login: "tabs@example.edu" }));
    expect(problemOf(late)).toBe("web-storage-unsupported");
    const callback = await somebody.atProvider(last, { login: "tabs@example.edu" });
    for (const [name, value] of somebody.cookies)
      somebody.cookies.set(name, (value.startsWith("A") ? "B" : "A") + value.slice(1));
    const forged = await somebody.visit(callback);
    expect(problemOf(forged)).toBe("web-storage-unsupported");
  });

  test("the cookies of a login are sealed, short-lived and hidden from scripts", async () => {
    const started = await journey().visit("/auth/start", { from: "/allBooks" });
    const [line = ""] = started.headers.getSetCookie();
    expect(line).toMatch(/^proshno-flow-[0-9a-f]{16}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(Buffer.from(line.split(/[=;]/)[1] as string, "base64url").toString("latin1")).not.toContain(
      "allBooks",
    );
  });

  test("another site can't start a login", async () => {
    const answer = await journey().visit("/auth/start", {}, { origin: "https://evil.test" });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test.each(["//evil.test", "/\\evil.test", "/..//evil.test", "https://evil.test", "javascript:alert(1)"])(
    "a login does not redirect to %s",
    async (from) => {
      const somebody = journey();
      const answer = await somebody.signIn(`from${newId(Date.now())}@example.edu`, "", { from });
      expect(answer.headers.get("location")).toBe("/auth/welcome?from=%2F");
      const welcome = await somebody.visit(`/auth/welcome?from=${encodeURIComponent(from)}`);
      expect(welcome.headers.get("location")).toBe("/");
    },
  );

  test("the server logged no errors", () => expect(site.faults).toEqual([]));
});

describe("without a provider", () => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  beforeAll(async () => {
    archive = await openTestArchive("sqlite");
    site = openSite(archive, await builtPages());
  });
  afterAll(() => archive.close());

  test.each(["/login", "/register"])("%s shows no button and no script for a provider", async (path) => {
    const { text } = await site.as().get(path);
    expect(text).not.toContain("/auth/start");
    expect(text).not.toContain("social-sign-in");
  });

  test("the addresses for a provider do nothing", async () => {
    const journey = openJourney(site, TEST_ORIGIN);
    expect((await journey.visit("/auth/start", {})).status).toBe(404);
    expect((await journey.visit("/auth/leave?state=x")).status).toBe(404);
    const back = await journey.visit("/auth/callback?code=x&state=x");
    expect([back.status, back.headers.get("location")]).toEqual([302, "/login"]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEmailLinksRepo } from "../../src/server/people/accounts/email-links.repo.ts";
import { newToken, tokenHash } from "../../src/server/people/auth/token.ts";
import { engines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { cookieOf, type MailedArchive, openMailedArchive } from "../support/platform/mailed.ts";
import { WIDE_RATES } from "../support/platform/rates.ts";
import { mailSubject } from "../support/platform/mail-subjects.ts";
import { linkIn, tokenIn } from "../support/platform/smtp.ts";

const HOUR = 60 * 60 * 1000;
const NEW_PASSWORD = "another horse battery";
const both = (password: string) => ({ password, passwordAgain: password });
let made = 0;

describe.each(engines)("passwords and emails of accounts on %s", (engine) => {
  let world: MailedArchive;
  let now = Date.now();
  /** A person with two sessions: `here` and `there`. */
  let me: { name: string; email: string; here: string; there: string };
  beforeAll(async () => {
    world = await openMailedArchive(engine, { clock: () => now, rates: WIDE_RATES });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    made += 1;
    const name = `Person${made}`;
    const email = `person${made}@example.edu`;
    const { cookie: there } = await world.archive.signUp(name);
    me = { name, email, here: cookieOf(await signIn(email)), there };
    // Removes the mails of the previous test.
    await world.mails();
    // A password is never set twice in one millisecond, because comparing the old password takes 20 ms.
    now += 1;
  });

  const signIn = (email: string, password = TEST_PASSWORD) =>
    world.site.as().post("/api/auth/sign-in/email", { email, password });
  /** Whether a session still allows access to its owner's record. */
  const isLive = async (cookie: string, email = me.email) =>
    (await world.site.as(cookie).get(`/api/users/${email}`)).status === 200;
  const passwordsThatWork = async (email = me.email) => {
    const works = [];
    for (const password of [TEST_PASSWORD, NEW_PASSWORD])
      if ((await signIn(email, password)).status === 200) works.push(password);
    return works;
  };
  async function resetToken(email = me.email): Promise<string> {
    expect((await world.form("/forgot-password", { email })).headers.get("location")).toBe(
      "/check-mail?for=resetPassword",
    );
    return tokenIn((await world.mails())[0]!, "/reset-password");
  }
  const reset = (token: string, password = NEW_PASSWORD) =>
    world.form(`/reset-password?token=${token}`, { token, ...both(password) });

  describe("a forgotten password", () => {
    test("is reset with a mailed link, which ends every session, and the owner gets a mail", async () => {
      const sent = await world.form("/forgot-password", { email: me.email.toUpperCase() });
      expect([sent.status, sent.headers.get("location")]).toEqual([303, "/check-mail?for=resetPassword"]);
      const [mail] = await world.mails();
      expect([mail?.to, mail?.headers.get("subject")]).toEqual([[me.email], mailSubject("resetPassword")]);
      const token = tokenIn(mail!, "/reset-password");
      expect((await world.site.as().get(linkIn(mail!, "/reset-password"))).text).toContain(
        "Re-enter password",
      );
      const done = await reset(token);
      expect([done.status, done.headers.get("location")]).toEqual([303, "/login"]);
      expect(done.headers.getSetCookie().join()).not.toContain("proshno=");
      expect([await isLive(me.here), await isLive(me.there)]).toEqual([false, false]);
      expect(await passwordsThatWork()).toEqual([NEW_PASSWORD]);
      const mails = (await world.mails()).map(({ to, headers }) => [to, headers.get("subject")]);
      expect(mails).toEqual([[[me.email], mailSubject("passwordChanged")]]);
    });

    test("gets the same response for an unknown email, and nobody gets a mail", async () => {
      const known = await world.form("/forgot-password", { email: me.email });
      const unknown = await world.form("/forgot-password", { email: "nobody@example.edu" });
      const facts = ({ status, text, headers }: typeof known) => [status, text, headers.get("location")];
      expect(facts(unknown)).toEqual(facts(known));
      expect((await world.mails()).map(({ to }) => to)).toEqual([[me.email]]);
    });

    test("an older link no longer works after a newer one was used, and no link works twice", async () => {
      const [older, newer] = [await resetToken(), await resetToken()];
      expect((await reset(newer)).status).toBe(303);
      for (const dead of [older, newer]) {
        expect((await reset(dead, "a third horse battery")).status).toBe(400);
        const page = await world.site.as().get(`/reset-password?token=${dead}`);
        expect(page.text).toContain("no longer works");
      }
      expect(await passwordsThatWork()).toEqual([NEW_PASSWORD]);
    });

    test("exactly one of many simultaneous links sets the password, without a deadlock", async () => {
      // Uses the repository, because hashing in the service would separate the attempts.
      const links = createEmailLinksRepo(world.archive.db);
      const { actor } = await world.archive.signUp(`Circle${made}`);
      const link = { purpose: "resetPassword" as const, userId: actor.id, email: actor.email, payload: "" };
      for (let round = 0; round < 3; round += 1) {
        const hashes = Array.from({ length: 8 }, () => tokenHash(newToken()));
        for (const hash of hashes)
          await links.insert({ ...link, id: hash, tokenHash: hash, expiresAt: now + HOUR }, now);
        const uses = hashes.map((hash) =>
          links.resetPassword({ tokenHash: hash, now }, { hash: "a hash", endsAll: false }, async () => {}),
        );
        expect((await Promise.all(uses)).filter(Boolean)).toEqual([true]);
      }
    });

    test("a link works for one hour, and not after a change of the password or the email", async () => {
      const late = await resetToken();
      now += HOUR;
      expect((await reset(late)).status).toBe(400);

      const overtaken = await resetToken();
      const fields = { passwordNow: TEST_PASSWORD, ...both(NEW_PASSWORD) };
      const changed = await world.form("/dashboard/change-password", fields, me.here);
      expect(changed.status).toBe(303);
      expect((await reset(overtaken, TEST_PASSWORD)).status).toBe(400);
      await world.mails();

      const moved = await resetToken();
      const here = cookieOf(changed);
      const email = `moved${made}@example.edu`;
      await world.form("/dashboard/change-email", { email, passwordNow: NEW_PASSWORD }, here);
      const token = tokenIn((await world.mails())[0]!, "/change-email");
      expect((await world.form("/change-email", { token }, here)).status).toBe(303);
      expect((await reset(moved, TEST_PASSWORD)).status).toBe(400);
      expect(await passwordsThatWork(email)).toEqual([NEW_PASSWORD]);
    });

    test("a weak password is refused, and the link still works", async () => {
      const token = await resetToken();
      for (const weak of ["short", "password123", `x${me.email.split("@")[0]}x`]) {
        const refused = await reset(token, weak);
        expect([refused.status, refused.text.includes('id="password-problem"')]).toEqual([400, true]);
      }
      expect((await reset(token)).status).toBe(303);
    });

    test("a suspended person gets no mail, and an earlier link starts no session", async () => {
      const token = await resetToken();
      await world.archive.db.write
        .updateTable("users")
        .set({ suspendedAt: now })
        .where("email", "=", me.email)
        .execute();
      await world.services.credentials.requestReset({ email: me.email }, VISIT.client);
      expect(await world.mails()).toEqual([]);
      await reset(token);
      expect((await signIn(me.email, NEW_PASSWORD)).body.error.code).toBe("account_suspended");
    });

    test("exactly one of 40 simultaneous uses of a link sets the password", async () => {
      const token = await resetToken();
      const answers = await Promise.allSettled(
        Array.from({ length: 40 }, (_, one) =>
          world.services.credentials.resetPassword(token, both(`horse number ${one}`), VISIT.client),
        ),
      );
      expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });
  });

  describe("a changed password", () => {
    const change = (fields: Record<string, string>, cookie = me.here) =>
      world.form("/dashboard/change-password", fields, cookie);

    test("ends every other session, gives this one a new token, and mails the owner", async () => {
      const done = await change({ passwordNow: TEST_PASSWORD, ...both(NEW_PASSWORD) });
      expect([done.status, done.headers.get("location")]).toEqual([303, "/dashboard/security"]);
      const renewed = cookieOf(done);
      expect(renewed).not.toBe(me.here);
      expect(await isLive(renewed)).toBe(true);
      expect(await isLive(me.here)).toBe(false);
      expect(await isLive(me.there)).toBe(false);
      expect(await passwordsThatWork()).toEqual([NEW_PASSWORD]);
      expect((await world.mails()).map(({ headers }) => headers.get("subject"))).toEqual([
        mailSubject("passwordChanged"),
      ]);
    });

    test.each([
      ["a wrong current password", { passwordNow: "not the password", ...both(NEW_PASSWORD) }, "passwordNow"],
      ["an empty current password", { passwordNow: "", ...both(NEW_PASSWORD) }, "passwordNow"],
      ["a missing current password", both(NEW_PASSWORD), "passwordNow"],
      ["a common new password", { passwordNow: TEST_PASSWORD, ...both("password123") }, "password"],
      [
        "a pair of different new passwords",
        { passwordNow: TEST_PASSWORD, password: NEW_PASSWORD, passwordAgain: "x" },
        "passwordAgain",
      ],
    ])("%s is refused at its field, and changes nothing", async (_name, fields, field) => {
      const refused = await change(fields);
      expect([refused.status, refused.text.includes(`id="${field}-problem"`)]).toEqual([400, true]);
      expect(refused.text).not.toContain(NEW_PASSWORD);
      expect([await isLive(me.here), await isLive(me.there)]).toEqual([true, true]);
      expect(await passwordsThatWork()).toEqual([TEST_PASSWORD]);
    });

    test("exactly one of two simultaneous password changes succeeds", async () => {
      const outcomes = await Promise.all(
        [me.here, me.there].map((cookie, one) =>
          change({ passwordNow: TEST_PASSWORD, ...both(`${NEW_PASSWORD} ${one}`) }, cookie),
        ),
      );
      // For the change that fails, the current password is wrong or the session has ended.
      expect(outcomes.filter(({ status }) => status === 303)).toHaveLength(1);
    });

    test("a login that is still checking the old password during the change doesn't start a session", async () => {
      // The comparison takes longer than the change. The login read the old hash before the change.
      const comparing = signIn(me.email);
      const changed = change({ passwordNow: TEST_PASSWORD, ...both(NEW_PASSWORD) });
      const [answer] = await Promise.all([comparing, changed]);
      const cookie = cookieOf(answer);
      expect(cookie === "" || !(await isLive(cookie))).toBe(true);
    });
  });

  describe("a changed email", () => {
    const ask = (email: string, passwordNow = TEST_PASSWORD) =>
      world.form("/dashboard/change-email", { email, passwordNow }, me.here);
    async function linkTo(email: string) {
      const sent = await ask(email);
      expect([sent.status, sent.headers.get("location")]).toEqual([303, "/check-mail?for=changeEmail"]);
      const [mail] = await world.mails();
      expect(mail?.to).toEqual([email]);
      return tokenIn(mail!, "/change-email");
    }

    test("applies when its link is used, which ends other sessions, and the old address gets a mail", async () => {
      const email = `new${made}@example.edu`;
      const token = await linkTo(email);
      expect((await signIn(email)).status).toBe(401);
      expect((await world.site.as(me.here).get(`/change-email?token=${token}`)).text).toContain(email);
      const taken = await world.form("/change-email", { token }, me.here);
      expect([taken.status, taken.headers.get("location")]).toEqual([303, "/dashboard/security"]);
      const renewed = cookieOf(taken);
      expect(await isLive(renewed, email)).toBe(true);
      expect([await isLive(me.here, email), await isLive(me.there, email)]).toEqual([false, false]);
      expect([(await signIn(email)).status, (await signIn(me.email)).status]).toEqual([200, 401]);
      const mails = (await world.mails()).map(({ to, headers }) => [to, headers.get("subject")]);
      expect(mails).toEqual([[[me.email], mailSubject("emailChanged")]]);
      expect((await world.form("/change-email", { token }, renewed)).status).toBe(400);
    });

    test("the link is not accepted as a fresh proof", async () => {
      const asked = now;
      const token = await linkTo(`later${made}@example.edu`);
      now += HOUR;
      const taken = await world.form("/change-email", { token }, me.here);
      const actor = await world.services.accounts.actor(new Headers({ cookie: cookieOf(taken) }));
      expect(actor?.session?.provedAt).toBeLessThanOrEqual(asked);
    });

    test("a link works only in a session of its owner", async () => {
      const email = `lure${made}@example.edu`;
      const token = await linkTo(email);
      const { cookie } = await world.archive.signUp(`Stranger${made}`);
      const page = await world.site.as(cookie).get(`/change-email?token=${token}`);
      expect(page.text).toContain("no longer works");
      expect((await world.form("/change-email", { token }, cookie)).status).toBe(400);
      const visitor = await world.form("/change-email", { token });
      expect(visitor.headers.get("location")).toBe("/login?from=%2Fchange-email");
      expect((await signIn(email)).status).toBe(401);
    });

    test("a request for an address that has an account gets the same response, and its owner gets a mail", async () => {
      await world.archive.signUp(`Taken${made}`);
      const [taken, free] = [await ask(`taken${made}@example.edu`), await ask(`free${made}@example.edu`)];
      const facts = ({ status, text, headers }: typeof taken) => [status, text, headers.get("location")];
      expect(facts(taken)).toEqual(facts(free));
      const mails = (await world.mails()).map(({ to, headers }) => [to[0], headers.get("subject")]);
      expect(mails.toSorted()).toEqual([
        [`free${made}@example.edu`, mailSubject("changeEmail")],
        [`taken${made}@example.edu`, mailSubject("accountExists")],
      ]);
    });

    test("the link fails if its address has an account in the meantime", async () => {
      const email = `meanwhile${made}@example.edu`;
      const token = await linkTo(email);
      await world.archive.signUp(`Meanwhile${made}`);
      expect((await world.form("/change-email", { token }, me.here)).status).toBe(400);
      expect(await isLive(me.here)).toBe(true);
    });

    test("needs the current password", async () => {
      const refused = await ask(`other${made}@example.edu`, "not the password");
      expect([refused.status, refused.text.includes('id="passwordNow-problem"')]).toEqual([400, true]);
      expect(await world.mails()).toEqual([]);
    });
  });

  test("the server logged no errors", () => {
    expect([world.site.faults, world.faults]).toEqual([[], []]);
  });
});

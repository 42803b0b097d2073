import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { insertPerson, unique } from "../support/archive/factories.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { codeAt, STEP, wrongCodeAt } from "../support/people/authenticator.ts";
import { enrol, tryCode } from "../support/people/second-factor.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

const TEN_MINUTES = 10 * 60_000;

describe.each(engines)("a fresh proof on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let now = Date.UTC(2026, 10, 21);
  const clock = () => now;
  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock });
    site = openSite(archive);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });
  beforeEach(() => {
    now += STEP;
  });

  const cookieOf = (lines: string[]) => lines.map((line) => line.split(";")[0]).join("; ");
  const actorOf = async (cookie: string) =>
    (await archive.services.accounts.actor(new Headers({ cookie }))) as User;
  async function grant(cookie: string): Promise<[number, string | undefined]> {
    const answer = await site.as(cookie).put("/api/users/admin", { email: await insertPerson(archive) });
    return [answer.status, answer.body.error?.code];
  }
  const confirm = (cookie: string, body: object) => site.as(cookie).post("/api/auth/confirm", body);

  test("ten minutes after the login an admin must enter the password again to make someone an admin", async () => {
    const { cookie, actor } = await archive.signUp(`Admin${unique()}`, "admin");
    now += TEN_MINUTES;
    expect(await grant(cookie)).toEqual([200, undefined]);
    now += 1;
    expect(await grant(cookie)).toEqual([403, "step_up_required"]);
    // Suspending a person needs no fresh proof, because it can be urgent.
    const email = await insertPerson(archive);
    expect((await site.as(cookie).put("/api/users/admin/suspend", { email })).status).toBe(200);

    const refused = await confirm(cookie, { password: "not the password" });
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ["password"]]);
    expect(await grant(cookie)).toEqual([403, "step_up_required"]);
    const confirmed = await confirm(cookie, { password: TEST_PASSWORD });
    const fresh = cookieOf(confirmed.headers.getSetCookie());
    expect([confirmed.status, confirmed.body]).toEqual([200, { success: true }]);
    // The earlier token no longer works.
    expect(await grant(cookie)).toEqual([401, "sign_in_required"]);
    expect(await grant(fresh)).toEqual([200, undefined]);
    expect((await actorOf(fresh)).id).toBe(actor.id);
  });

  test("a person with a second factor must also enter its code, and each code is accepted only once", async () => {
    const admin = await enrol(archive, clock, "admin");
    const cookie = admin.headers.get("cookie") as string;
    now += TEN_MINUTES + STEP;
    expect(await grant(cookie)).toEqual([403, "step_up_required"]);
    for (const [body, field] of [
      [{ password: TEST_PASSWORD }, "code"],
      [{ password: TEST_PASSWORD, code: wrongCodeAt(admin.secret, now) }, "code"],
      [{ password: "not the password", code: admin.code() }, "password"],
    ] as const) {
      const { status, body: answer } = await confirm(cookie, body);
      expect([status, Object.keys(answer.error?.fields ?? {})]).toEqual([400, [field]]);
    }
    expect(await grant(cookie)).toEqual([403, "step_up_required"]);
    const confirmed = await confirm(cookie, { password: TEST_PASSWORD, code: admin.code() });
    const fresh = cookieOf(confirmed.headers.getSetCookie());
    expect(await grant(fresh)).toEqual([200, undefined]);
    expect((await confirm(fresh, { password: TEST_PASSWORD, code: admin.code() })).status).toBe(400);
  });

  test("wrong codes in a proof also lock the code of a login", async () => {
    const person = await enrol(archive, clock);
    const cookie = person.headers.get("cookie") as string;
    const half = await person.half();
    const wrong = { password: TEST_PASSWORD, code: wrongCodeAt(person.secret, now) };
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await confirm(cookie, wrong)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 429]);
    now += STEP;
    expect(await tryCode(archive.services, half, person.code())).toBe("too_many_requests 30");
  });

  test("a person without a password must log in again", async () => {
    const { cookie, actor } = await archive.signUp(`Person${unique()}`);
    await archive.db.write.deleteFrom("password").where("userId", "=", actor.id).execute();
    expect(await archive.services.proof.needs(actor)).toEqual({ password: false, code: false });
    const { status, body } = await confirm(cookie, { password: TEST_PASSWORD });
    expect([status, body.error.code]).toEqual([403, "step_up_required"]);
  });

  test("without a fresh proof nobody can set up, see or turn off a second factor", async () => {
    const { secondFactor } = archive.services;
    const { actor, cookie } = await archive.signUp(`Person${unique()}`);
    await secondFactor.begin(actor);
    expect((await secondFactor.state(actor)).pending?.secret).toMatch(/^[A-Z2-7]{32}$/);
    now += TEN_MINUTES + 1;
    const stale = await actorOf(cookie);
    expect(await secondFactor.state(stale)).toMatchObject({ isEnrolled: false, pending: undefined });
    for (const act of [
      secondFactor.begin(stale),
      secondFactor.enrol(stale, { code: "123456" }),
      secondFactor.renewCodes(stale),
      secondFactor.turnOff(stale),
    ])
      await expect(act).rejects.toMatchObject({ code: "step_up_required" });
  });

  test("a second factor is on after its first code, which ends other sessions and the old token", async () => {
    const { services } = archive;
    const { actor, cookie } = await archive.signUp(`Person${unique()}`);
    const credentials = { email: actor.email, password: TEST_PASSWORD };
    const other = await site.as().post("/api/auth/sign-in/email", credentials);
    expect(other.body.secondFactor).toBe(false);
    const otherCookie = cookieOf(other.headers.getSetCookie());
    await services.secondFactor.begin(actor);
    // A second factor is not required before it is confirmed.
    expect(await actorOf(otherCookie)).toBeDefined();
    const secret = (await services.secondFactor.state(actor)).pending?.secret as string;
    const code = wrongCodeAt(secret, now);
    await expect(services.secondFactor.enrol(actor, { code })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const { setCookies } = await services.secondFactor.enrol(actor, { code: codeAt(secret, now) });
    expect([await actorOf(cookie), await actorOf(otherCookie)]).toEqual([undefined, undefined]);
    const self = await actorOf(cookieOf(setCookies));
    expect(self.session?.mfaAt).toBe(now);
    expect(await services.secondFactor.state(self)).toEqual({
      isEnrolled: true,
      isRequired: false,
      codesLeft: 10,
      pending: undefined,
    });
    // Nobody can replace a confirmed secret.
    await expect(services.secondFactor.begin(self)).rejects.toMatchObject({ code: "conflict" });
    await expect(services.secondFactor.enrol(self, { code })).rejects.toMatchObject({ code: "conflict" });
  });

  test("a new secret accepts no code of the earlier secret", async () => {
    const { secondFactor } = archive.services;
    const { actor } = await archive.signUp(`Person${unique()}`);
    await secondFactor.begin(actor);
    const first = (await secondFactor.state(actor)).pending?.secret as string;
    await secondFactor.begin(actor);
    const second = (await secondFactor.state(actor)).pending?.secret as string;
    expect(second).not.toBe(first);
    await expect(secondFactor.enrol(actor, { code: codeAt(first, now) })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect((await secondFactor.enrol(actor, { code: codeAt(second, now) })).recoveryCodes).toHaveLength(10);
  });

  test("the password is enough after the second factor is turned off, and the recovery codes are deleted", async () => {
    const { services, db } = archive;
    const person = await enrol(archive, clock);
    now += STEP;
    const other = await person.half();
    expect(await tryCode(services, other, person.code())).toBe("in");
    const setCookies = await services.secondFactor.turnOff(person.actor);
    expect(await services.accounts.actor(person.headers)).toBeUndefined();
    expect((await actorOf(cookieOf(setCookies))).session?.mfaAt).toBeNull();
    const left = await db.read
      .selectFrom("recoveryCode")
      .selectAll()
      .where("userId", "=", person.id)
      .execute();
    const sessions = await db.read
      .selectFrom("session")
      .select("id")
      .where("userId", "=", person.id)
      .execute();
    expect([left, sessions]).toEqual([[], [{ id: person.actor.session?.id }]]);
    await expect(person.half()).rejects.toThrow("No code was asked for");
    await expect(services.secondFactor.turnOff(await actorOf(cookieOf(setCookies)))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("the command line removes a person's second factor and ends their sessions", async () => {
    const { secondFactor, accounts } = archive.services;
    const person = await enrol(archive, clock);
    const email = ` ${person.email.toUpperCase()} `;
    expect(await secondFactor.resetAsOperator(email)).toEqual({ matched: true, modified: true });
    expect(await accounts.actor(person.headers)).toBeUndefined();
    expect(await secondFactor.resetAsOperator(email)).toEqual({ matched: true, modified: false });
    expect(await secondFactor.resetAsOperator("nobody@example.edu")).toEqual({
      matched: false,
      modified: false,
    });
    const mails = archive.db.read.selectFrom("job").select("payload");
    expect(JSON.stringify(await mails.execute())).toContain(`\\"change\\":\\"reset\\"`);
  });
});

describe.each(engines)("an admin who must have a second factor on %s", (engine) => {
  let archive: TestArchive;
  const now = Date.UTC(2026, 10, 21);
  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => now, adminsNeedSecondFactor: true });
  });
  afterAll(() => archive.close());

  test("gets an error before the setup, and can act as an admin as soon as the second factor is on", async () => {
    const { services } = archive;
    const { actor, cookie } = await archive.signUp(`Admin${unique()}`, "admin");
    const site = openSite(archive);
    const email = await insertPerson(archive);
    const refused = await site.as(cookie).put("/api/users/admin", { email });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      {
        code: "second_factor_required",
        message: en.errors.second_factor_required,
      },
    ]);
    expect(actor.mustEnrol).toBe(true);
    await services.secondFactor.begin(actor);
    const { pending, isRequired } = await services.secondFactor.state(actor);
    expect(isRequired).toBe(true);
    const code = codeAt(pending?.secret as string, now);
    const { setCookies } = await services.secondFactor.enrol(actor, { code });
    const enrolled = setCookies[0]?.split(";")[0] as string;
    expect((await site.as(enrolled).put("/api/users/admin", { email })).status).toBe(200);
  });

  test("a student does not need a second factor", async () => {
    const { actor } = await archive.signUp(`Student${unique()}`);
    expect(actor.mustEnrol).toBeUndefined();
    expect((await archive.services.secondFactor.state(actor)).isRequired).toBe(false);
  });
});

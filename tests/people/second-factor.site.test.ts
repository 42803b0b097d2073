import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../../src/server/services.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { STEP, wrongCodeAt } from "../support/people/authenticator.ts";
import { enrol, type Enrolled, tryCode, visitOf } from "../support/people/second-factor.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

const MINUTE = 60_000;
const WAYS = 40;
const WRONG = 60;

describe.each(engines)("the second factor on %s", (engine) => {
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
  let person: Enrolled;
  beforeEach(async () => {
    person = await enrol(archive, clock);
    // The enrolment used the app's first code.
    now += STEP;
  });

  const give = (headers: Headers, code: string) => tryCode(archive.services, headers, code);
  const wrong = () => wrongCodeAt(person.secret, now);
  const factor = () =>
    archive.db.read
      .selectFrom("secondFactor")
      .selectAll()
      .where("userId", "=", person.id)
      .executeTakeFirstOrThrow();
  const mails = async () =>
    (
      await archive.db.read
        .selectFrom("job")
        .select("payload")
        .where("payload", "like", `%${person.email}%`)
        .execute()
    )
      .map(({ payload }) => (JSON.parse(payload) as { params: { change: string } }).params.change)
      .sort();

  test("the password gives no access without the code, and the code gives the session a new token", async () => {
    const answer = await site
      .as()
      .post("/api/auth/sign-in/email", { email: person.email, password: TEST_PASSWORD });
    expect([answer.status, answer.body]).toEqual([200, { user: null, secondFactor: true }]);
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] as string;
    const half = site.as(cookie);
    expect((await half.get(`/api/users/${person.email}`)).status).toBe(404);
    const given = await half.post("/api/auth/second-factor", { code: person.code() });
    expect([given.status, given.body.secondFactor, given.body.user.email]).toEqual([
      200,
      false,
      person.email,
    ]);
    const whole = given.headers.getSetCookie()[0]?.split(";")[0] as string;
    expect(whole).not.toBe(cookie);
    expect((await site.as(whole).get(`/api/users/${person.email}`)).status).toBe(200);
    expect((await half.get(`/api/users/${person.email}`)).status).toBe(404);
    expect((await half.post("/api/auth/second-factor", { code: person.code() })).status).toBe(401);
  });

  test("a code is accepted only once, and codes of earlier time steps are refused after it", async () => {
    expect(await give(await person.half(), person.code())).toBe("in");
    const replayed = [];
    for (const code of [person.code(), person.code(-1), person.code(), person.code(-1)])
      replayed.push(await give(await person.half(), code));
    const letIn = replayed.filter((outcome) => outcome === "in").length;
    console.log(`replayed codes: ${replayed.length} tried, ${letIn} accepted (${engine})`);
    expect(replayed).toEqual(replayed.map(() => "invalid_input"));
    // The phone's clock is fast. After a code from the phone, the code of the current time step is refused.
    expect(await give(await person.half(), person.code(1))).toBe("in");
    now += STEP;
    expect(await give(await person.half(), person.code())).toBe("invalid_input");
    now += STEP;
    expect(await give(await person.half(), person.code())).toBe("in");
  });

  test("a code of the previous time step is accepted if no newer code was used, and codes two steps away are refused", async () => {
    now += 2 * STEP;
    const half = await person.half();
    expect(await give(half, person.code(-2))).toBe("invalid_input");
    expect(await give(half, person.code(2))).toBe("invalid_input");
    expect(await give(half, person.code(-1))).toBe("in");
  });

  test("the code that enrolled a person can't be used to log in", async () => {
    expect(await give(await person.half(), person.code(-1))).toBe("invalid_input");
  });

  test(`only the first five of ${WRONG} wrong codes are compared, and then even the right code must wait`, async () => {
    const half = await person.half();
    const outcomes: string[] = [];
    for (let index = 0; index < WRONG; index += 1) outcomes.push(await give(half, wrong()));
    const { failures: compared } = await factor();
    const letIn = outcomes.filter((outcome) => outcome === "in").length;
    console.log(`wrong codes: ${WRONG} tried, ${compared} compared, ${letIn} accepted (${engine})`);
    expect([compared, letIn]).toEqual([5, 0]);
    expect(outcomes.slice(0, 6)).toEqual([
      ...Array.from({ length: 4 }, () => "invalid_input"),
      "too_many_requests 60",
      "too_many_requests 60",
    ]);
    expect(await give(half, person.code())).toBe("too_many_requests 60");
    expect(await give(await person.half(), person.recoveryCodes[0] as string)).toBe("too_many_requests 60");
    now += MINUTE;
    expect(await give(half, person.code())).toBe("in");
    expect(await factor()).toMatchObject({ failures: 0, lockedUntil: 0 });
  });

  test("a person who uses up the attempts of an address does not lock out a known browser at the same address", async () => {
    const { client } = visitOf();
    const giveAt = (headers: Headers, code: string, device?: string) =>
      archive.services.proof.giveCode({ code }, { client: { ...client, device }, headers });
    const { setCookies } = await giveAt(await person.half(), person.code());
    const [, device] = /proshno-device=([^;]*)/.exec(setCookies.join("\n")) ?? [];
    const fellow = await enrol(archive, clock);
    const theirs = await fellow.half();
    for (let index = 0; index < 100; index += 1)
      await expect(giveAt(theirs, "000000")).rejects.toMatchObject({ code: expect.any(String) });
    now += STEP;
    const [unknown, known] = [await person.half(), await person.half()];
    await expect(giveAt(unknown, person.code())).rejects.toMatchObject({ code: "too_many_requests" });
    expect((await giveAt(known, person.code(), device)).half).toBe(false);
  });

  test("each further wrong code locks the second factor for longer, up to an hour", async () => {
    const half = () => person.half();
    for (let index = 0; index < 4; index += 1) await give(await half(), wrong());
    const waits: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const outcome = await give(await half(), wrong());
      waits.push(outcome);
      now += Number(outcome.split(" ")[1]) * 1_000;
    }
    expect(waits.map((wait) => Number(wait.split(" ")[1]) / 60)).toEqual([1, 5, 15, 60, 60, 60]);
    expect(await give(await half(), person.code())).toBe("in");
  });

  test("the response for a locked second factor says how long to wait", async () => {
    const half = await person.half();
    for (let index = 0; index < 6; index += 1) await give(half, wrong());
    now += 1_500;
    const answer = await site
      .as(half.get("cookie") as string)
      .post("/api/auth/second-factor", { code: wrong() });
    expect([answer.status, answer.headers.get("retry-after"), answer.body.error]).toEqual([
      429,
      "59",
      { code: "too_many_requests", message: en.tooManyTries(59) },
    ]);
  });

  test(`only five of ${WAYS} simultaneous wrong codes are compared over all sessions and servers`, async () => {
    const { shared, origin } = archive;
    const other = createServices({ ...shared, origin, secret: archive.env.PROSHNO_SECRET, clock });
    const halves = [await person.half(), await person.half(), await person.half(other)];
    const outcomes = await Promise.all(
      Array.from({ length: WAYS }, (_, index) =>
        tryCode(index % 2 ? other : archive.services, halves[index % halves.length] as Headers, wrong()),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "invalid_input")).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === "too_many_requests 60")).toHaveLength(WAYS - 4);
    expect((await factor()).failures).toBe(5);
    expect(await tryCode(other, halves[2] as Headers, person.code())).toBe("too_many_requests 60");
  });

  test.each(["app", "recovery"])(
    `one of ${WAYS} simultaneous uses of one code succeeds: %s`,
    async (which) => {
      const code = which === "recovery" ? (person.recoveryCodes[3] as string) : person.code();
      const halves = await Promise.all(Array.from({ length: 4 }, () => person.half()));
      const outcomes = await Promise.all(
        Array.from({ length: WAYS }, (_, index) => give(halves[index % halves.length] as Headers, code)),
      );
      expect(outcomes.filter((outcome) => outcome === "in")).toEqual(["in"]);
    },
  );

  test("ten recovery codes of 80 random bits each work once in any spelling, and the person gets a mail", async () => {
    const { recoveryCodes } = person;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const [first = "", second = ""] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `;
    expect(await give(await person.half(), typed)).toBe("in");
    expect(await give(await person.half(), first)).toBe("invalid_input");
    expect(await give(await person.half(), second.replaceAll("-", ""))).toBe("in");
    expect((await archive.services.secondFactor.state(person.actor)).codesLeft).toBe(8);
    expect(await mails()).toEqual(["codeUsed", "codeUsed", "on"]);
  });

  test("wrong recovery codes lock the second factor like wrong codes from the app", async () => {
    const half = await person.half();
    const outcomes = [];
    for (let index = 0; index < 5; index += 1) outcomes.push(await give(half, "aaaa-bbbb-cccc-dddd"));
    expect(outcomes.at(-1)).toBe("too_many_requests 60");
    expect(await give(half, person.code())).toBe("too_many_requests 60");
  });

  test("new recovery codes replace the earlier ones", async () => {
    const { recoveryCodes, setCookies } = await archive.services.secondFactor.renewCodes(person.actor);
    expect(recoveryCodes.filter((code) => person.recoveryCodes.includes(code))).toEqual([]);
    expect(await archive.services.accounts.actor(person.headers)).toBeUndefined();
    expect(setCookies).toHaveLength(1);
    expect(await give(await person.half(), person.recoveryCodes[0] as string)).toBe("invalid_input");
    expect(await give(await person.half(), recoveryCodes[9] as string)).toBe("in");
    expect(await mails()).toEqual(["codeUsed", "newCodes", "on"]);
  });

  test("a password reset by mail does not skip the second factor", async () => {
    const mail = await archive.services.accountMails.resetMail({ email: person.email });
    const { token = "" } = (mail?.params ?? {}) as { token?: string };
    const password = "another horse battery";
    await archive.services.credentials.resetPassword(
      token,
      { password, passwordAgain: password },
      visitOf().client,
    );
    const half = await person.half(archive.services, password);
    expect(await archive.services.accounts.actor(half)).toBeUndefined();
    expect(await give(half, person.code())).toBe("in");
  });

  test("a login waits ten minutes for its code", async () => {
    const [first, second] = [await person.half(), await person.half()];
    now += 10 * MINUTE;
    expect(await give(first, person.code())).toBe("in");
    now += STEP;
    expect(await give(second, person.code())).toBe("sign_in_required");
  });

  test("the tables show no secret and no code, and an app's code fails with a different server secret or person", async () => {
    const tables = await Promise.all(
      (["secondFactor", "recoveryCode", "job", "session"] as const).map((table) =>
        archive.db.read.selectFrom(table).selectAll().execute(),
      ),
    );
    const kept = JSON.stringify(tables).toLowerCase();
    for (const secret of [person.secret, ...person.recoveryCodes]) {
      expect(kept).not.toContain(secret.toLowerCase());
      expect(kept).not.toContain(secret.replaceAll("-", "").toLowerCase());
    }
    const { db, shared, origin } = archive;
    const elsewhere = createServices({ ...shared, origin, secret: "s".repeat(40), clock });
    expect(await tryCode(elsewhere, await person.half(), person.code())).toBe("invalid_input");
    expect(await tryCode(elsewhere, await person.half(), person.recoveryCodes[0] as string)).toBe("in");

    const thief = await enrol(archive, clock);
    now += STEP;
    const { secret } = await db.read
      .selectFrom("secondFactor")
      .select("secret")
      .where("userId", "=", thief.id)
      .executeTakeFirstOrThrow();
    await db.write.updateTable("secondFactor").set({ secret }).where("userId", "=", person.id).execute();
    expect(await give(await person.half(), thief.code())).toBe("invalid_input");
  });
});

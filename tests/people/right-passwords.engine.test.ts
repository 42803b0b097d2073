import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPasswords } from "../../src/server/people/auth/passwords.service.ts";
import { createSessionsRepo } from "../../src/server/people/auth/sessions.repo.ts";
import type { Visit } from "../../src/server/platform/client.ts";
import { countGuess } from "../../src/server/people/accounts/count-guess.ts";
import { createLimitsRepo } from "../../src/server/platform/limits/limits.repo.ts";
import { createLimitsService } from "../../src/server/platform/limits/limits.service.ts";
import { limitRates } from "../../src/server/platform/limits/rates.ts";
import type { DomainError } from "../../src/shared/problems/errors.ts";
import {
  engines,
  openTestArchive,
  TEST_ORIGIN,
  TEST_PASSWORD,
  type TestArchive,
} from "../support/platform/archive.ts";
import { enrol } from "../support/people/second-factor.ts";

const HOUR = 3_600_000;
const OWNER = "owner@example.edu";
const TOO_MANY = { code: "too_many_requests" };

describe.each(engines)("logins with the right password on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 0);
    archive = await openTestArchive(engine, { clock: () => now });
    await archive.signUp("Owner");
    // The sign-up used up one attempt.
    now += HOUR;
  });
  afterEach(() => archive.close());

  const from = (address: string, device?: string): Visit => ({
    client: { address, userAgent: "a test", device },
    headers: new Headers(),
  });
  const logIn = (visit: Visit, password = TEST_PASSWORD, email = OWNER) =>
    archive.services.accounts.signIn({ email, password }, visit);
  const deviceOf = (setCookies: string[]) => /proshno-device=([^;]*)/.exec(setCookies.join("\n"))?.[1];
  const sessions = () => archive.db.read.selectFrom("session").selectAll().orderBy("createdAt").execute();

  /** The product's limits on this archive, for a separate hashing queue. */
  const ownLimits = () =>
    createLimitsService({
      limitsRepo: createLimitsRepo(archive.db),
      rates: limitRates,
      origin: TEST_ORIGIN,
      secret: archive.env.PROSHNO_SECRET,
      clock: () => now,
    });

  test("an account logs in 60 times an hour, from all addresses and known browsers together", async () => {
    let visit = from("192.0.2.1");
    for (let time = 0; time < 60; time += 1) {
      const { setCookies } = await logIn(visit);
      // Each login gives the browser a new device cookie.
      visit = from(`192.0.2.${time % 7}`, time % 2 ? deviceOf(setCookies) : undefined);
    }
    await expect(logIn(visit)).rejects.toMatchObject({ ...TOO_MANY, retryAfter: 60 });
    await expect(logIn(from("198.51.100.1"))).rejects.toMatchObject(TOO_MANY);
    await archive.signUp("Other");
    expect((await logIn(visit, TEST_PASSWORD, "other@example.edu")).half).toBe(false);
    now += 60_000;
    expect((await logIn(visit)).half).toBe(false);
  });

  test("right passwords above the limit count as guesses, so the server soon stops hashing them", async () => {
    const visit = from("192.0.2.1");
    for (let time = 0; time < 60; time += 1) await logIn(visit);
    let compared = 0;
    const passwords = createPasswords(1);
    const limits = ownLimits();
    const matches: typeof passwords.matches = async () => {
      compared += 1;
      return true;
    };
    for (let time = 0; time < 30; time += 1) {
      const guess = countGuess({ passwords: { matches }, limits }, { client: visit.client, account: OWNER });
      await expect(guess.then((one) => one.matches("any", "any"))).rejects.toMatchObject(TOO_MANY);
    }
    expect(compared).toBe(10);
  });

  test("wrong guesses by strangers do not use up the logins with the right password", async () => {
    const codeOf = (attempt: Promise<unknown>) =>
      attempt.then(
        () => "in",
        ({ code }: DomainError) => code,
      );
    for (let index = 0; index < 61; index += 1)
      expect(await codeOf(logIn(from(`198.51.100.${index}`), "not the password"))).toBe("wrong_credentials");
    expect(await codeOf(logIn(from("192.0.2.1")))).toBe("in");
  });

  test("a login that the full queue refused does not count as a guess", async () => {
    const limits = ownLimits();
    const passwords = createPasswords(1, { concurrency: 1, share: 1, waiting: 0 });
    const by = { client: from("192.0.2.1").client, account: OWNER };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, async () => {
        const guess = await countGuess({ passwords, limits }, by);
        return guess.matches("not the password", undefined);
      }),
    );
    const compared = outcomes.filter(({ status }) => status === "fulfilled").length;
    expect(compared).toBeLessThan(10);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: "unavailable", retryAfter: 10 });
    // The refused guesses were returned, so there are ten in total.
    const more = await Promise.allSettled(Array.from({ length: 20 }, () => limits.take("signIn", by)));
    expect(more.filter(({ status }) => status === "fulfilled")).toHaveLength(10 - compared);
  });

  test("an account keeps its newest 20 sessions, and older ones end", async () => {
    const made: string[] = [];
    for (let time = 0; time < 30; time += 1) {
      now += 1;
      const { setCookies } = await logIn(from("192.0.2.1"));
      made.push(setCookies.map((line) => line.split(";")[0]).join("; "));
    }
    expect(await sessions()).toHaveLength(20);
    const isLive = async (cookie: string) =>
      (await archive.services.accounts.actor(new Headers({ cookie }))) !== undefined;
    expect(await Promise.all(made.map(isLive))).toEqual(made.map((_, index) => index >= 10));
  });

  test("40 simultaneous logins leave 20 sessions", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => logIn(from(`192.0.2.${index}`))));
    expect(await sessions()).toHaveLength(20);
  });

  test("a login without the second factor ends no session that has it", async () => {
    const careful = await enrol(archive, () => now);
    for (let time = 0; time < 25; time += 1) {
      now += 1;
      await careful.half();
    }
    const own = async () => (await sessions()).filter(({ userId }) => userId === careful.id);
    const waiting = (await own()).filter(({ mfaAt }) => mfaAt === null);
    expect(waiting).toHaveLength(20);
    expect(await archive.services.accounts.actor(careful.headers)).toBeDefined();
    // Each waiting session gets its code.
    const repo = createSessionsRepo(archive.db);
    for (const { id } of waiting) await repo.update(id, { mfaAt: now });
    expect((await own()).map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
  });
});

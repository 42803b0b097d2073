import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLimitsRepo } from "../../src/server/platform/limits/limits.repo.ts";
import { createLimitsService, type LimitsService } from "../../src/server/platform/limits/limits.service.ts";
import { type LimitedAction, limitRates, type Rates } from "../../src/server/platform/limits/rates.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import type { Client } from "../../src/server/platform/client.ts";
import type { DomainError } from "../../src/shared/problems/errors.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const HOUR = 3_600_000;
const WAYS = 40;
const OWNER = "owner@example.edu";
const origin = "https://proshno.example.edu";
const secret = "a secret for tests only, of 32+ characters";

const at = (address: string, device?: string): Client => ({ address, userAgent: "a test", device });
/** The nth of many addresses, each in a different network. */
const stranger = (index: number): Client =>
  at(`198.${51 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`);

describe.each(bothEngines)("limits on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  let limits: LimitsService;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    now = Date.UTC(2026, 0);
    limits = serviceOn(archive);
  });
  afterEach(() => archive.close());

  const serviceOn = ({ db }: Pick<TestArchive, "db">, rates: Rates = limitRates) =>
    createLimitsService({ limitsRepo: createLimitsRepo(db), rates, origin, secret, clock: () => now });
  const rows = () => archive.db.read.selectFrom("rateLimit").selectAll().execute();
  const guess = (account: string, client: Client) => limits.attempt("signIn", { client, account });
  /** A browser that has logged in to the account. */
  const known = (account: string, client: Client): Client => {
    const [, device] = /^[^=]+=([^;]*)/.exec(limits.remember(account, client)) ?? [];
    return { ...client, device };
  };

  /** Makes the attempts one after another. @returns the number that no limit refused */
  async function passing(count: number, one: (index: number) => Promise<unknown>): Promise<number> {
    let passed = 0;
    for (let index = 0; index < count; index += 1) {
      passed += await one(index).then(
        () => 1,
        (error: unknown) => {
          expect(error).toMatchObject({ code: "too_many_requests" });
          return 0;
        },
      );
    }
    return passed;
  }

  test("an amount counts the rows of a call, and a refused amount takes nothing", async () => {
    const rowsOf = (amount: number) => limits.take("pileRows", { account: OWNER }, { amount });
    expect(await passing(59, () => rowsOf(500))).toBe(59);
    expect(await passing(1, () => rowsOf(501))).toBe(0);
    await rowsOf(500);
    const refusal = await rowsOf(250).catch((error: unknown) => error as DomainError);
    expect(refusal).toMatchObject({ code: "too_many_requests", retryAfter: 30 });
    now += 30_000;
    await rowsOf(250);
    await rowsOf(0);
    expect(await passing(1, () => rowsOf(1))).toBe(0);
  });

  test("an amount above the number of a limit needs the whole allowance", async () => {
    const rowsOf = (amount: number) => limits.take("pileRows", { account: OWNER }, { amount });
    await rowsOf(1_000_000);
    expect(await passing(1, () => rowsOf(1))).toBe(0);
    now += HOUR;
    await rowsOf(30_000);
  });

  test("a limit allows 30 messages at once and then one at a time, and shows the right waiting time", async () => {
    const send = () => limits.take("contact", { client: at("192.0.2.1") });
    expect(await passing(35, send)).toBe(30);
    const refusal = await send().catch((error: unknown) => error as DomainError);
    expect(refusal).toMatchObject({ code: "too_many_requests", status: 429, retryAfter: 120 });
    now += 119_000;
    await expect(send()).rejects.toMatchObject({ retryAfter: 1 });
    now += 1_000;
    expect(await passing(2, send)).toBe(1);
    // After a long wait, the limit allows as many attempts as at the beginning, and no more.
    now += HOUR;
    expect(await passing(40, send)).toBe(30);
  });

  test("a limit locks nobody out after a clock that was a day ahead is set right", async () => {
    const send = () => limits.take("contact", { client: at("192.0.2.1") });
    now += 24 * HOUR;
    expect(await passing(35, send)).toBe(30);
    now -= 24 * HOUR;
    await expect(limits.check("contact", { client: at("192.0.2.1") })).resolves.toBeUndefined();
    expect(await passing(35, send)).toBe(30);
  });

  test("a limit allows no more attempts if two servers have clocks that differ by a minute", async () => {
    const send = () => limits.take("contact", { client: at("192.0.2.1") });
    expect(await passing(35, send)).toBe(30);
    now -= 59_000;
    expect(await passing(5, send)).toBe(0);
  });

  test(`a limit allows exactly 30 of ${WAYS} simultaneous messages`, async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: WAYS }, () => limits.take("contact", { client: at("192.0.2.1") })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
  });

  test(`a limit allows exactly ten of ${WAYS} simultaneous wrong passwords`, async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: WAYS }, () => guess(OWNER, at("192.0.2.1"))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  });

  test("simultaneous attempts, returned attempts and purges cause no error", async () => {
    const repo = createLimitsRepo(archive.db);
    const work = async (index: number) => {
      if (index % 10 === 0) return repo.purge(now + HOUR);
      const attempt = await guess(`person${index % 7}@example.edu`, at(`192.0.2.${index % 5}`));
      return attempt.succeeded();
    };
    // Twice the number of connections. More tasks could wait too long for a connection on a busy machine.
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      const settled: PromiseSettledResult<unknown>[] = [];
      for (let index = lane; index < 200; index += 20)
        settled.push(...(await Promise.allSettled([work(index)])));
      return settled;
    });
    const outcomes = (await Promise.all(lanes)).flat();
    expect(outcomes).toHaveLength(200);
    const faults = outcomes.filter(
      (one) => one.status === "rejected" && (one.reason as DomainError).code !== "too_many_requests",
    );
    expect(faults).toEqual([]);
  });

  test("a refused attempt does not count towards the limit", async () => {
    const client = at("192.0.2.1");
    await passing(10, () => guess(OWNER, client));
    const before = await rows();
    expect(await passing(50, () => guess(OWNER, client))).toBe(0);
    expect(await rows()).toEqual(before);
  });

  test("two servers of one archive share one limit", async () => {
    const databaseUrl = archive.env.DATABASE_URL || undefined;
    const db = openDatabase({ databaseUrl, dataFolder: archive.env.PROSHNO_DATA });
    const other = serviceOn({ db });
    const client = at("192.0.2.1");
    const both = (index: number) => (index % 2 ? limits : other).take("contact", { client });
    expect(await passing(50, both)).toBe(30);
    await db.close();
  });

  test("a stored row shows no address, account or action, and is purged when its limit is free again", async () => {
    await guess(OWNER, at("192.0.2.77"));
    const kept = JSON.stringify(await rows());
    expect(await rows()).toHaveLength(3);
    for (const word of ["192.0.2", "owner", "example.edu", "signIn"]) expect(kept).not.toContain(word);
    now += 4 * HOUR;
    await createLimitsRepo(archive.db).purge(now);
    expect(await rows()).toEqual([]);
  });

  test("rows whose limit is free again are purged from time to time, and rows in use stay", async () => {
    await limits.take("contact", { client: at("192.0.2.1") });
    now += 2 * HOUR;
    for (let index = 0; index < 500; index += 1)
      await limits.take("answer", { client: stranger(index % 2), account: undefined });
    expect(await rows()).toHaveLength(2);
  });

  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["::ffff:192.0.2.1", "192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
  ])("%s and %s count as one network: %s", async (first, second, one) => {
    await passing(30, () => limits.take("contact", { client: at(first) }));
    expect(await passing(1, () => limits.take("contact", { client: at(second) }))).toBe(one ? 0 : 1);
  });

  describe("guesses at passwords", () => {
    test("the limit of an address stops guesses at many accounts", async () => {
      const tried = await passing(1_000, (index) => guess(`person${index}@example.edu`, at("192.0.2.1")));
      expect(tried).toBe(100);
      console.log(`password stuffing on ${engine}: 1000 accounts from one address, ${tried} tries allowed`);
      expect(await passing(1, () => guess("other@example.edu", at("192.0.2.2")))).toBe(1);
    });

    test("the limit of an account stops guesses from many addresses after at most 100 in an hour", async () => {
      let tried = 0;
      for (let minute = 0; minute < 60; minute += 1) {
        tried += await passing(10, (index) => guess(OWNER, stranger(minute * 10 + index)));
        now += 60_000;
      }
      expect(tried).toBeGreaterThanOrEqual(80);
      expect(tried).toBeLessThanOrEqual(100);
      console.log(`one account on ${engine}: 600 addresses in an hour, ${tried} tries allowed`);
    });

    test("guesses from many addresses do not lock a known browser out", async () => {
      const owner = known(OWNER, at("203.0.113.5"));
      expect(await passing(300, (index) => guess(OWNER, stranger(index)))).toBe(80);
      // The browser is known at every address.
      expect(await passing(1, () => guess(OWNER, { ...owner, address: "203.0.113.99" }))).toBe(1);
      // The owner's wrong passwords count only towards the owner's limit.
      expect(await passing(20, () => guess(OWNER, owner))).toBe(9);
    });

    test("guesses from the owner's address do not lock a known browser out", async () => {
      const campus = "203.0.113.5";
      const owner = known(OWNER, at(campus));
      expect(await passing(300, () => guess(OWNER, at(campus)))).toBe(10);
      await passing(300, (index) => guess(`person${index}@example.edu`, at(campus)));
      expect(await passing(1, () => guess(OWNER, owner))).toBe(1);
    });

    test("guesses from one address never lock an account for other addresses", async () => {
      let locked = 0;
      for (let day = 0; day < 3 * 24; day += 1) {
        await passing(15, () => guess(OWNER, at("192.0.2.1")));
        locked += 1 - (await passing(1, () => guess(OWNER, stranger(day))));
        now += HOUR;
      }
      expect(locked).toBe(0);
    });

    test("a browser that one account knows is unknown to every other account", async () => {
      const client = known("attacker@example.edu", at("192.0.2.1"));
      expect(await passing(20, () => guess(OWNER, client))).toBe(10);
    });

    test("the right password returns all attempts of the account and one attempt of the address", async () => {
      const client = at("192.0.2.1");
      await passing(9, () => guess(OWNER, client));
      const right = await guess(OWNER, client);
      await right.succeeded();
      expect(await passing(20, () => guess(OWNER, client))).toBe(10);
      // The address gets back only one attempt, so attackers can't reset its limit with their own account.
      expect(await passing(200, (index) => guess(`person${index}@example.edu`, client))).toBe(100 - 19);
    });

    test("a login in a known browser returns only that browser's attempts", async () => {
      const owner = known(OWNER, at("203.0.113.5"));
      await passing(300, (index) => guess(OWNER, stranger(index)));
      await (await guess(OWNER, owner)).succeeded();
      expect(await passing(20, (index) => guess(OWNER, stranger(1_000 + index)))).toBe(0);
      expect(await passing(20, () => guess(OWNER, owner))).toBe(10);
    });
  });

  test.each(Object.keys(limitRates) as LimitedAction[])(
    "the limit of %s frees an attempt after a whole number of milliseconds",
    (action) => {
      for (const { tries, per } of Object.values(limitRates[action])) {
        expect(Number.isInteger(tries) && tries >= 1).toBe(true);
        expect(per % tries).toBe(0);
      }
    },
  );
});

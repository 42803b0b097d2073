import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import { insertConfirmedPerson } from "../../../../tests/support/archive/notices.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { defaultFrequencies } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";
import { newUser } from "../../people/accounts/new-user.ts";
import { reachable } from "../../library/items/resource-filter.repo.ts";
import {
  createNoticeMailsRepo,
  MAX_PLANNED,
  type PlannedMail,
} from "../../library/notices/notice-mails.repo.ts";
import { followedNews } from "./news.repo.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 8:00 in Dhaka. */
const MORNING = Date.UTC(2026, 10, 25, 2);

describe.each(engines)("the planning of daily mails with news on %s", (engine) => {
  const time = { now: MORNING };
  let archive: TestArchive;
  let reader: User;

  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => time.now });
    reader = (await archive.signUp("Reader")).actor;
    await insertPaper(archive, { year: "2023" });
    await archive.services.follows.follow(reader, { university: DHAKA, code: "CSE 2103" });
    await archive.services.notices.saveSettings(reader, { ...defaultFrequencies, followed: "daily" });
  });
  afterAll(() => archive.close());

  /** The people for whom a mail was planned until now. */
  const planned = async () => {
    await archive.services.noticeMails.plan();
    const jobs = archive.db.read.selectFrom("job").select("payload").where("kind", "=", "noticeMail");
    return (await jobs.execute())
      .map(({ payload }) => (JSON.parse(payload) as PlannedMail).userId)
      .toSorted();
  };

  test("people who can't get mails don't keep the others from their news", async () => {
    const crowd = Array.from({ length: MAX_PLANNED + 2 }, (_, n) => {
      const person = { email: `crowd${n}@example.edu`, displayName: "Crowd" };
      // Half of them are suspended, the others never confirmed their address.
      return { ...newUser(person, 1, n % 2 === 0), id: `0000crowd${n}`, suspendedAt: n % 2 === 0 ? 1 : null };
    });
    await archive.db.write.insertInto("users").values(crowd).execute();
    const key = { universityKey: DHAKA_KEY, askedCode: "CSE2103", codeNorm: "CSE2103", createdAt: time.now };
    await archive.db.write
      .insertInto("courseFollow")
      .values(crowd.map(({ id: userId }) => ({ ...key, userId })))
      .execute();
    const chosen = { event: "followed" as const, frequency: "daily" as const, updatedAt: time.now };
    await archive.db.write
      .insertInto("noticeSetting")
      .values(crowd.map(({ id: userId }) => ({ ...chosen, userId })))
      .execute();
    time.now += 1_000;
    await insertPaper(archive, {}, { createdAt: time.now });
    time.now += DAY;
    expect(await planned()).toEqual([reader.id]);
    // The news wait for a person who confirms the address.
    await archive.db.write
      .updateTable("users")
      .set({ emailVerifiedAt: 1 })
      .where("id", "=", "0000crowd1")
      .execute();
    expect(await planned()).toEqual(["0000crowd1", reader.id]);
  });

  test("a person without a mail today is planned again only tomorrow, unless the address is not confirmed", async () => {
    const { id } = await insertConfirmedPerson(archive);
    const times = { now: time.now, atOnceBefore: 0, mostAtOnce: 1, dailyUntil: MORNING - HOUR };
    const repo = createNoticeMailsRepo(archive.db, reachable, [followedNews]);
    const dailyAt = async () => {
      await repo.plan(
        id,
        times,
        () => "mail",
        () => Promise.reject(new Error("There is no mail.")),
      );
      const mailing = archive.db.read.selectFrom("noticeMailing").select("dailyAt");
      return (await mailing.where("userId", "=", id).executeTakeFirst())?.dailyAt;
    };
    const confirm = (emailVerifiedAt: number | null) =>
      archive.db.write.updateTable("users").set({ emailVerifiedAt }).where("id", "=", id).execute();
    await confirm(null);
    expect(await dailyAt()).toBe(0);
    await confirm(1);
    expect(await dailyAt()).toBe(times.dailyUntil);
  });
});

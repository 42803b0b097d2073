import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  bothEngines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { authorize } from "../../../shared/people/authorize.ts";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";
import { limitRates } from "../../platform/limits/rates.ts";
import { createFollowsRepo } from "../follows/follows.repo.ts";
import { lockMerges, updateShownCodes } from "../../library/universities/move-courses.repo.ts";
import { createNotifyFoundRepo } from "./notify-found.repo.ts";
import { createWantedRepo } from "./wanted.repo.ts";

const { client } = VISIT;
const KEY = { universityKey: DHAKA_KEY, codeNorm: "CSE203" };
const EXAM = { year: 2024, examType: "final", term: "fall" };
const COURSE = { university: DHAKA, code: "CSE 203" };

describe.each(bothEngines)("changes of requests at the same moment on %s", (engine) => {
  const time = { now: Date.UTC(2026, 10, 25) };
  let archive: TestArchive;
  let admin: User;
  let people: User[];

  beforeAll(async () => {
    const many = { account: { tries: 100_000, per: 3_600_000 } };
    const rates = { ...limitRates, ask: many, follow: many };
    archive = await openTestArchive(engine, { clock: () => time.now, rates });
    admin = (await archive.signUp("Admin", "admin")).actor;
    people = [];
    for (const name of ["One", "Two", "Three"]) people.push((await archive.signUp(name)).actor);
  });
  beforeEach(async () => {
    time.now += 3_600_000;
    for (const table of ["notice", "courseRequest", "courseFollow", "courseMerge"] as const)
      await archive.db.write.deleteFrom(table).execute();
    await archive.db.write.deleteFrom("resource").execute();
    for (const code of ["CSE 203", "CSE 2103"])
      await insertPaper(archive, { code, year: "2023", term: "fall" });
  });
  afterAll(() => archive.close());

  const one = () => authorize(people[0], "useAccount");
  const wanted = () => archive.services.wanted;
  const requests = () =>
    archive.db.read.selectFrom("courseRequest").select(["universityKey", "askedCode", "codeNorm"]).execute();
  const follows = () =>
    archive.db.read.selectFrom("courseFollow").select(["universityKey", "askedCode", "codeNorm"]).execute();
  const merge = () => archive.services.courseChanges.merge(admin, { ...KEY, into: "CSE 2103" });
  const rename = async (from: string, name: string) => {
    const university = (await archive.services.universities.list(admin)).find((each) => each.name === from);
    const { id = "", updatedAt = 0 } = university ?? {};
    const names = { name, banglaName: "", otherNames: "" };
    await archive.services.universities.save(admin, { ...names, id, updatedAt: String(updatedAt) });
    await archive.services.universities.reconcile();
  };

  test("a course that was merged after it was found gives its request and follow to the other course", async () => {
    await merge();
    // The service found this key before the merge.
    expect(await createWantedRepo(archive.db).ask(one(), { ...KEY, ...EXAM }, time.now)).toEqual({
      wanted: 1,
    });
    await createFollowsRepo(archive.db).follow(one(), KEY, time.now);
    const row = { universityKey: DHAKA_KEY, askedCode: "CSE203", codeNorm: "CSE2103" };
    expect(await requests()).toEqual([row]);
    expect(await follows()).toEqual([row]);
    await archive.services.courseChanges.undoMerge(admin, KEY);
    expect(await requests()).toEqual([{ ...row, codeNorm: "CSE203" }]);
    expect(await follows()).toEqual([{ ...row, codeNorm: "CSE203" }]);
  });

  test("a university that was renamed after its course was found gets the request and the follow", async () => {
    await archive.services.universities.reconcile();
    await rename(DHAKA, "Dhaka University");
    await createWantedRepo(archive.db).ask(one(), { ...KEY, ...EXAM }, time.now);
    await createFollowsRepo(archive.db).follow(one(), KEY, time.now);
    const row = { universityKey: "dhaka university", askedCode: "CSE203", codeNorm: "CSE203" };
    expect(await requests()).toEqual([row]);
    expect(await follows()).toEqual([row]);
    await rename("Dhaka University", DHAKA);
    expect(await requests()).toEqual([{ ...row, universityKey: DHAKA_KEY }]);
    expect(await follows()).toEqual([{ ...row, universityKey: DHAKA_KEY }]);
  });

  test("a person who asked at two universities that are merged keeps one request and one follow", async () => {
    const other = { ...COURSE, university: "Sample University" };
    await insertPaper(archive, other);
    await archive.services.universities.reconcile();
    for (const course of [COURSE, other]) {
      await wanted().ask(people[0], { ...course, ...EXAM }, client);
      await archive.services.follows.follow(people[0], course);
    }
    await wanted().ask(people[1], { ...other, ...EXAM }, client);
    await merge();
    const into = { id: "sample university", into: DHAKA };
    await archive.services.universities.merge(admin, into);
    const row = { universityKey: DHAKA_KEY, askedCode: "CSE203", codeNorm: "CSE2103" };
    expect(await requests()).toEqual([row, row]);
    expect(await follows()).toEqual([row]);
    const rows = archive.db.read.selectFrom("wantedPaper").select(["universityKey", "codeNorm", "requests"]);
    expect(await rows.execute()).toEqual([{ universityKey: DHAKA_KEY, codeNorm: "CSE2103", requests: 2 }]);
  });

  test("a request that missed the approval of its paper is closed, and its person is told", async () => {
    const [person] = people;
    await insertPaper(archive, { code: "CSE 203", year: "2024", term: "fall" });
    await archive.db.write.updateTable("resource").set({ updatedAt: 1 }).execute();
    const own = { ...KEY, ...EXAM, userId: one().id, askedCode: KEY.codeNorm, createdAt: 1 };
    await archive.db.write
      .insertInto("courseRequest")
      .values({ ...own, toldOf: null, toldAt: null })
      .execute();
    // A transaction on PostgreSQL didn't see the paper.
    await archive.db.write.updateTable("wantedPaper").set({ isOpen: 1 }).execute();
    expect((await wanted().list(undefined, {})).count).toBe(1);
    await wanted().notify();
    expect((await wanted().list(undefined, {})).count).toBe(0);
    expect((await archive.services.notices.list(person)).count).toBe(1);
    for (const _ of [1, 2]) await wanted().notify();
    const rows = await archive.db.read.selectFrom("wantedPaper").select(["isOpen", "rechecks"]).execute();
    expect(rows).toEqual([{ isOpen: 0, rechecks: 0 }]);
  });

  if (engine !== "postgres") return;

  /** Opens a transaction, does work in it, and returns a function that commits it. */
  const begin = async (work: Parameters<typeof archive.db.transaction<void>>[0]) => {
    const done = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const ended = archive.db.transaction(async (trx) => {
      await work(trx);
      done.resolve();
      await released.promise;
    });
    await Promise.race([done.promise, ended]);
    return async () => {
      released.resolve();
      await ended;
    };
  };

  test("a request and a follow wait for a merge that is not committed yet", async () => {
    const commit = await begin(async (trx) => {
      await lockMerges(trx, engine);
      const row = { ...KEY, intoCodeNorm: "CSE2103", shownCodeNorm: "CSE2103", createdAt: 1 };
      await trx.insertInto("courseMerge").values(row).execute();
      await updateShownCodes(trx, DHAKA_KEY);
    });
    const asked = wanted().ask(people[0], { ...COURSE, ...EXAM }, client);
    const followed = archive.services.follows.follow(people[0], COURSE);
    await waitForLocks(archive, 2, [asked, followed]);
    await commit();
    await Promise.all([asked, followed]);
    const row = { universityKey: DHAKA_KEY, askedCode: "CSE203", codeNorm: "CSE2103" };
    expect(await requests()).toEqual([row]);
    expect(await follows()).toEqual([row]);
  });

  test("a request that commits during the approval of its paper is closed a moment later", async () => {
    const id = await insertPaper(
      archive,
      { code: "CSE 203", year: "2024", term: "fall" },
      { status: "Pending" },
    );
    const commit = await begin(async (trx) => {
      await trx
        .updateTable("resource")
        .set({ status: "Approved", updatedAt: 1 })
        .where("id", "=", id)
        .execute();
    });
    expect(await wanted().ask(people[0], { ...COURSE, ...EXAM }, client)).toEqual({
      state: "asked",
      wanted: 1,
    });
    await commit();
    await wanted().notify();
    expect((await wanted().list(undefined, {})).count).toBe(0);
    expect((await archive.services.notices.list(people[0])).count).toBe(1);
  });

  const besideTelling: Record<string, (person: User) => Promise<unknown>> = {
    "takes the request back": (person) => wanted().takeBack(person, { ...COURSE, ...EXAM }, client),
    "loses the account": (person) =>
      archive.services.deletion.deleteAccount(
        person,
        { contributions: "keep", passwordNow: TEST_PASSWORD },
        VISIT,
      ),
    "has a course that is merged": () => merge(),
    "has a university that is renamed": async () => {
      await rename(DHAKA, "Dhaka University");
      await rename("Dhaka University", DHAKA);
    },
  };
  test.each(Object.keys(besideTelling))(
    "telling a person of a paper beside %s causes no deadlock",
    async (name) => {
      const leaver = (await archive.signUp(`Leaver${Object.keys(besideTelling).indexOf(name)}`)).actor;
      await archive.services.universities.reconcile();
      await wanted().ask(leaver, { ...COURSE, ...EXAM }, client);
      await insertPaper(archive, { code: "CSE 203", year: "2024", term: "fall" });
      await archive.db.write.updateTable("resource").set({ updatedAt: 1 }).execute();
      // Both wait for the exam, the telling as the first one.
      const commit = await begin(async (trx) => {
        await trx.selectFrom("wantedPaper").select("isOpen").forUpdate().execute();
      });
      const notified = createNotifyFoundRepo(archive.db).notify({ ...KEY, ...EXAM }, time.now);
      await waitForLocks(archive, 1, [notified]);
      const done = (besideTelling[name] as (person: User) => Promise<unknown>)(leaver);
      await waitForLocks(archive, 2, [notified, done]);
      await commit();
      expect(await Promise.allSettled([notified, done])).toMatchObject([
        { status: "fulfilled" },
        { status: "fulfilled" },
      ]);
    },
  );

  test("people, moderators, the schedule and admins change the same requests without a deadlock", async () => {
    const exams = ["fall", "spring", ""].map((term) => ({ ...EXAM, term }));
    const papers: string[] = [];
    for (const code of ["CSE 203", "CSE 2103"])
      for (const term of ["fall", "spring", ""])
        papers.push(await insertPaper(archive, { code, year: "2024", term }));
    await archive.services.universities.reconcile();
    const deadlocks: unknown[] = [];
    const loop = async (times: number, act: (n: number) => Promise<unknown>) => {
      for (let n = 0; n < times; n += 1)
        await act(n).catch((error: unknown) => {
          if ((error as { code?: string }).code === "40P01") deadlocks.push(error);
        });
    };
    const inputs = (n: number) => ({
      university: DHAKA,
      code: n % 2 ? "CSE 203" : "CSE 2103",
      ...exams[n % 3],
    });
    const setStatus = (n: number) =>
      archive.services.resources.setStatus(admin, "question", papers[n % papers.length] ?? "", {
        status: n % 4 < 2 ? "Cancelled" : "Approved",
      });
    let name = DHAKA;
    await Promise.all([
      ...people.map((person, at) => loop(30, (n) => wanted().ask(person, inputs(n + at), client))),
      ...people.map((person, at) => loop(30, (n) => wanted().takeBack(person, inputs(n + 2 * at), client))),
      loop(30, setStatus),
      loop(20, async () => {
        time.now += UNDO_WINDOW;
        await Promise.all([wanted().notify(), wanted().notify()]);
      }),
      loop(15, () => {
        time.now += 91 * 86_400_000;
        return wanted().sweep();
      }),
      loop(20, (n) => (n % 2 ? archive.services.courseChanges.undoMerge(admin, KEY) : merge())),
      loop(6, async () => {
        const next = name === DHAKA ? "Dhaka University" : DHAKA;
        await rename(name, next);
        name = next;
      }),
    ]);
    if (name !== DHAKA) await rename(name, DHAKA);
    expect(deadlocks).toEqual([]);
  });
});

/** Waits until so many transactions wait for a lock, or until one of these acts ends without waiting. */
async function waitForLocks({ db }: TestArchive, count: number, acts: Promise<unknown>[]): Promise<void> {
  const ended = new Set<unknown>();
  const end = (act: unknown) => () => ended.add(act);
  for (const act of acts) void act.then(end(act), end(act));
  const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while (ended.size === 0) if (Number((await waiting.execute(db.read)).rows[0]?.n) >= count) return;
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DHAKA, insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";
import { limitRates } from "../../platform/limits/rates.ts";

const { client } = VISIT;
const COURSE = { university: DHAKA, code: "CSE 2103" };
const EXAM = { ...COURSE, year: "2024", examType: "final", term: "fall" };
const FALL = { examType: "final", term: "fall", year: "2024" };

describe.each(engines)("telling people about found papers on %s", (engine) => {
  const time = { now: Date.UTC(2026, 10, 25) };
  let archive: TestArchive;
  let admin: User;
  let one: User;
  let two: User;

  beforeAll(async () => {
    const rates = { ...limitRates, ask: { account: { tries: 10_000, per: 3_600_000 } } };
    archive = await openTestArchive(engine, { clock: () => time.now, rates });
    admin = (await archive.signUp("Admin", "admin")).actor;
    one = (await archive.signUp("One")).actor;
    two = (await archive.signUp("Two")).actor;
  });
  beforeEach(async () => {
    time.now += 3_600_000;
    for (const table of ["notice", "courseRequest", "courseFollow", "courseMerge", "examNotHeld"] as const)
      await archive.db.write.deleteFrom(table).execute();
    await archive.db.write.deleteFrom("resource").execute();
    await insertPaper(archive, { year: "2023", term: "fall" });
  });
  afterAll(() => archive.close());

  const wanted = () => archive.services.wanted;
  const ask = (by: User, changes: object = {}) => wanted().ask(by, { ...EXAM, ...changes }, client);
  const list = async (filter = {}, actor: User | undefined = undefined) =>
    (await wanted().list(actor, filter)).papers.map(
      ({ course, year, term, wanted: n, isMine }) =>
        `${course.code} ${year} ${term} ${n}${isMine ? " mine" : ""}`,
    );
  const setStatus = (id: string, status: string) =>
    archive.services.resources.setStatus(admin, "question", id, { status });
  const noticesOf = async (person: User) =>
    (await archive.services.notices.list(person)).notices.map(({ event, title }) => `${event}: ${title}`);
  const later = async (ms = UNDO_WINDOW) => {
    time.now += ms;
    await wanted().notify();
  };
  /** A paper of the asked exam that waits for a moderator. */
  const waiting = (fields = {}, options = {}) =>
    insertPaper(archive, { ...FALL, ...fields }, { status: "Pending", createdAt: time.now, ...options });

  test("everyone who asked is told once when the paper is approved, after the undo window", async () => {
    await ask(one);
    await ask(two, { term: "" });
    const id = await waiting();
    expect(await list()).toHaveLength(2);
    await setStatus(id, "Approved");
    expect(await list()).toEqual([]);
    await later(UNDO_WINDOW - 1);
    expect(await noticesOf(one)).toEqual([]);
    time.now += 1;
    await Promise.all([wanted().notify(), wanted().notify(), wanted().notify()]);
    for (const person of [one, two])
      expect(await noticesOf(person)).toEqual(["found: CSE 2103 Data Structures, Final 2024 · Fall"]);
    await later();
    expect(await noticesOf(one)).toHaveLength(1);
    expect((await wanted().own(one))[0]?.path).toBe(`/question-details/${id}`);
  });

  test("a decision that is undone in time tells nobody, and the request is open again", async () => {
    await ask(one);
    const id = await waiting();
    await setStatus(id, "Approved");
    time.now += 10_000;
    await setStatus(id, "Pending");
    await later();
    expect(await noticesOf(one)).toEqual([]);
    expect(await list()).toEqual(["CSE 2103 2024 fall 1"]);
    await setStatus(id, "Approved");
    await later();
    expect(await noticesOf(one)).toHaveLength(1);
  });

  test("a notice vanishes with its paper, and the same paper is not told twice, but another one is", async () => {
    await ask(one);
    const id = await waiting();
    await setStatus(id, "Approved");
    await later();
    await setStatus(id, "Cancelled");
    expect(await noticesOf(one)).toEqual([]);
    expect(await list()).toEqual(["CSE 2103 2024 fall 1"]);
    await setStatus(id, "Approved");
    await later();
    expect(await noticesOf(one)).toHaveLength(1);
    await setStatus(id, "Cancelled");
    const other = await waiting({ subject: "Another title" });
    await setStatus(other, "Approved");
    await later();
    expect(await noticesOf(one)).toEqual(["found: CSE 2103 Another title, Final 2024 · Fall"]);
  });

  test("people are told about the paper that stays if the one that they know was a duplicate", async () => {
    await ask(one);
    const known = await waiting();
    const other = await waiting({}, { createdAt: time.now + 1 });
    for (const id of [known, other]) await setStatus(id, "Approved");
    await later();
    expect(await noticesOf(one)).toHaveLength(1);
    const toldOf = async () =>
      (await archive.db.read.selectFrom("courseRequest").select("toldOf").execute())[0]?.toldOf;
    expect(await toldOf()).toBe(known);
    await setStatus(known, "Cancelled");
    expect(await noticesOf(one)).toEqual([]);
    await later();
    expect(await toldOf()).toBe(other);
    expect(await noticesOf(one)).toHaveLength(1);
    // The person knows a paper that is there, so the first one is no news again.
    await setStatus(known, "Approved");
    await later();
    expect(await toldOf()).toBe(other);
    const notices = archive.db.read.selectFrom("notice").select("itemId").where("event", "=", "found");
    expect((await notices.execute()).map(({ itemId }) => itemId).toSorted()).toEqual(
      [known, other].toSorted(),
    );
  });

  test("contributors are not told about their own papers", async () => {
    await ask(one);
    await ask(two);
    const id = await waiting({}, { uploader: one });
    await setStatus(id, "Approved");
    await later();
    expect((await noticesOf(one)).filter((text) => text.startsWith("found"))).toEqual([]);
    expect(await noticesOf(two)).toHaveLength(1);
  });

  test("an edit that gives a paper the asked year tells people too", async () => {
    await ask(one);
    const id = await insertPaper(archive, { ...FALL, year: "2020" });
    await archive.db.write
      .updateTable("resource")
      .set({ year: 2024, updatedAt: time.now })
      .where("id", "=", id)
      .execute();
    await later();
    expect(await noticesOf(one)).toHaveLength(1);
  });
});

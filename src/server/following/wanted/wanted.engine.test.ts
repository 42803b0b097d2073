import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { courseAt, DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";
import { EARLIER_YEARS, MAX_REQUESTS, wantedTerms } from "../../../shared/courses/wanted.ts";
import { limitRates } from "../../platform/limits/rates.ts";

const { client } = VISIT;
const COURSE = { university: DHAKA, code: "CSE 2103" };
const EXAM = { ...COURSE, year: "2024", examType: "final", term: "fall" };
const NOWHERE = { university: "", department: "" };
const FALL = { examType: "final", term: "fall", year: "2024" };

describe.each(engines)("requests for missing papers on %s", (engine) => {
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

  test("one person asks, another joins, both see the count, and each can take it back", async () => {
    expect(await ask(one)).toEqual({ state: "asked", wanted: 1 });
    expect(await ask(two, { university: "university-of-dhaka", code: "cse2103" })).toMatchObject({
      wanted: 2,
    });
    expect(await ask(two)).toMatchObject({ wanted: 2 });
    expect(await list({}, one)).toEqual(["CSE 2103 2024 fall 2 mine"]);
    expect(await list({}, admin)).toEqual(["CSE 2103 2024 fall 2"]);
    const course = await courseAt(archive, "cse2103");
    expect(await wanted().ofCourse(two, course)).toEqual([
      { year: 2024, examType: "final", term: "fall", wanted: 2, isMine: true },
    ]);
    expect(await wanted().takeBack(two, EXAM, client)).toBe(true);
    expect(await wanted().takeBack(two, EXAM, client)).toBe(false);
    expect(await list({}, two)).toEqual(["CSE 2103 2024 fall 1"]);
    await wanted().takeBack(one, EXAM, client);
    expect(await list()).toEqual([]);
    await expect(wanted().ask(undefined, EXAM, client)).rejects.toMatchObject({ code: "sign_in_required" });
  });

  test("a request for a paper that is there answers with the paper and stores nothing", async () => {
    const id = await insertPaper(archive, FALL);
    expect(await ask(one)).toEqual({ state: "exists", id, path: `/question-details/${id}` });
    // A paper without a term may be of any term, and any term was asked for.
    expect(await ask(one, { term: "" })).toMatchObject({ state: "exists", id });
    expect(await wanted().own(one)).toEqual([]);
  });

  test("a person can want a limited number of papers, also if a thousand requests arrive", async () => {
    const years = Array.from({ length: EARLIER_YEARS + 2 }, (_, n) => String(2_013 + n));
    const asks = years.flatMap((year) =>
      ["mid", "quiz", "class-test"].flatMap((examType) =>
        wantedTerms.map((term) => ({ year, examType, term })),
      ),
    );
    expect(asks.length).toBeGreaterThan(1.3 * MAX_REQUESTS);
    const results = await Promise.allSettled(asks.map((exam) => ask(one, exam)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_REQUESTS);
    await expect(ask(one)).rejects.toMatchObject({
      code: "conflict",
      fields: { paper: { code: "tooManyRequests", param: String(MAX_REQUESTS) } },
    });
    const at = results.findIndex(({ status }) => status === "fulfilled");
    await wanted().takeBack(one, { ...EXAM, ...asks[at] }, client);
    expect(await ask(one)).toMatchObject({ state: "asked" });
  });

  test("a thousand attempts in an hour are refused with the time to wait", async () => {
    const limited = await openTestArchive(engine);
    const { actor } = await limited.signUp("Many");
    const attempts = Array.from({ length: 400 }, () => limited.services.wanted.ask(actor, EXAM, client));
    const refused = (await Promise.allSettled(attempts)).filter(
      (one_) => one_.status === "rejected" && (one_.reason as { code: string }).code === "too_many_requests",
    );
    expect(refused).toHaveLength(100);
    await limited.close();
  });

  test("a course whose papers are all hidden is in no list, and its title appears nowhere", async () => {
    const secret = await insertPaper(archive, { code: "SEC 101", subject: "Canary title" });
    await ask(one, { code: "SEC 101" });
    expect(await list()).toEqual(["SEC 101 2024 fall 1"]);
    await setStatus(secret, "Cancelled");
    expect(await list()).toEqual([]);
    expect(await wanted().forContributor(two, NOWHERE)).toEqual({ papers: [], count: 0 });
    const [own] = await wanted().own(one);
    expect(JSON.stringify(own)).not.toContain("Canary");
    // The person can still take back the request that the dashboard lists.
    const listed = { ...EXAM, university: own?.course.university, code: own?.course.code };
    expect(await wanted().takeBack(one, listed, client)).toBe(true);
    await expect(wanted().takeBack(one, listed, client)).rejects.toMatchObject({ code: "not_found" });
    expect(await wanted().own(one)).toEqual([]);
    await setStatus(secret, "Approved");
    await ask(one, { code: "SEC 101" });
    expect(await list()).toEqual(["SEC 101 2024 fall 1"]);
  });

  test("lists filter by university and department, and have the most wanted first", async () => {
    await insertPaper(archive, { university: "Sample University", code: "EEE 1", department: "EEE" });
    await ask(one, { university: "Sample University", code: "EEE 1" });
    await ask(two, { university: "Sample University", code: "EEE 1" });
    await ask(one);
    expect(await list()).toEqual(["EEE 1 2024 fall 2", "CSE 2103 2024 fall 1"]);
    expect(await list({ university: "university-of-dhaka" })).toEqual(["CSE 2103 2024 fall 1"]);
    expect(await list({ department: "eee" })).toEqual(["EEE 1 2024 fall 2"]);
    expect(await list({ university: "Nowhere" })).toEqual([]);
  });

  test("a contributor sees first what is wanted in their own courses, then in their department and university", async () => {
    await insertPaper(archive, { code: "MAT 1", department: "Mathematics" }, { uploader: one });
    await insertPaper(archive, { code: "PHY 1", department: "Physics" });
    await insertPaper(archive, { university: "Sample University", code: "EEE 1", department: "EEE" });
    const third = (await archive.signUp("Third")).actor;
    for (const code of ["PHY 1", "CSE 2103"]) for (const person of [two, third]) await ask(person, { code });
    await ask(two, { code: "MAT 1" });
    await ask(two, { university: "Sample University", code: "EEE 1" });
    // Nobody has a paper that they asked for themselves.
    await ask(one, { code: "MAT 1", year: "2023" });
    const shown = async (place: { university: string; department: string }) => {
      const { papers, count } = await wanted().forContributor(one, place);
      return [...papers.map(({ course }) => course.code), count];
    };
    expect(await shown(NOWHERE)).toEqual(["MAT 1", "CSE 2103", "PHY 1", 5]);
    expect(await shown({ university: "sample university", department: "" })).toEqual([
      "MAT 1",
      "EEE 1",
      "CSE 2103",
      5,
    ]);
    const physics = { university: "University of Dhaka", department: "Physics" };
    expect(await shown(physics)).toEqual(["MAT 1", "PHY 1", "CSE 2103", 5]);
    await archive.services.follows.follow(one, { ...COURSE, code: "PHY 1" });
    expect((await shown(NOWHERE)).slice(0, 2)).toEqual(["PHY 1", "MAT 1"]);
  });

  test("a merge gives requests to the other course, with its papers, and an undo gives them back", async () => {
    await insertPaper(archive, { code: "CSE 203", year: "2022" });
    await ask(one, { code: "CSE 203" });
    await ask(two);
    const merge = { universityKey: DHAKA_KEY, codeNorm: "CSE203" };
    await archive.services.courseChanges.merge(admin, { ...merge, into: "CSE 2103" });
    expect(await list()).toEqual(["CSE 2103 2024 fall 2"]);
    expect(await ask(one, { code: "CSE 203" })).toMatchObject({ wanted: 2 });
    const id = await waiting({ code: "CSE 203" });
    await setStatus(id, "Approved");
    await later();
    for (const person of [one, two]) expect(await noticesOf(person)).toHaveLength(1);
    await setStatus(id, "Cancelled");
    await archive.services.courseChanges.undoMerge(admin, merge);
    expect((await list()).toSorted()).toEqual(["CSE 203 2024 fall 1", "CSE 2103 2024 fall 1"]);
  });

  test("a merge that brings the asked paper tells people, and its undo opens the request again", async () => {
    const id = await insertPaper(archive, { code: "CSE 203", ...FALL });
    await archive.db.write.updateTable("resource").set({ updatedAt: 1 }).where("id", "=", id).execute();
    await ask(one);
    const merge = { universityKey: DHAKA_KEY, codeNorm: "CSE203" };
    await archive.services.courseChanges.merge(admin, { ...merge, into: "CSE 2103" });
    expect(await list()).toEqual([]);
    await later();
    expect(await noticesOf(one)).toHaveLength(1);
    await archive.services.courseChanges.undoMerge(admin, merge);
    expect(await list()).toEqual(["CSE 2103 2024 fall 1"]);
  });

  test("requests are deleted with their account", async () => {
    const leaver = (await archive.signUp(`Leaver${engine}`)).actor;
    await ask(leaver);
    await ask(one);
    const leaving = { contributions: "keep", passwordNow: TEST_PASSWORD };
    await archive.services.deletion.deleteAccount(leaver, leaving, VISIT);
    expect(await list()).toEqual(["CSE 2103 2024 fall 1"]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCachedSite } from "../support/api/cached-site.ts";
import { DHAKA, DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { engines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

const { client } = VISIT;
const COURSE = `/course/${DHAKA_SLUG}/cse2103`;
const OTHER = `/course/${DHAKA_SLUG}/cse2105`;
const CSE2103 = { university: DHAKA, code: "CSE 2103" };
const EXAM_PAGE = `/wanted?code=CSE+2103&exam=2021.final.fall&university=${DHAKA_SLUG}`;
const EXAM = { ...CSE2103, year: "2021", examType: "final", term: "fall" };

describe.each(engines)("the pages of courses for logged-in people on %s", (engine) => {
  type Person = Awaited<ReturnType<TestArchive["signUp"]>>;
  let archive: TestArchive;
  let site: Awaited<ReturnType<typeof openCachedSite>>;
  let student: Person;
  let admin: Person;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = await openCachedSite(archive);
    student = await archive.signUp("Rahima");
    admin = await archive.signUp("Admin", "admin");
    for (const code of ["CSE 2103", "CSE 203", "CSE 2105"]) await insertPaper(archive, { code });
    const requester = await archive.signUp("Karim");
    await archive.services.wanted.ask(requester.actor, EXAM, client);
    await archive.services.follows.follow(requester.actor, CSE2103);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await site.close();
    await archive.close();
  });

  /** Whether a person gets the visitors' page with the own header. It has to equal the page that is rendered for them. */
  async function isShared(path: string, { cookie }: Person): Promise<boolean> {
    await site.get(path);
    const { made, whole, rendered } = await site.compare(path, cookie);
    expect(made).toEqual(whole);
    return rendered.length === 0;
  }

  test("are the visitors' pages for students who neither follow the course nor want its papers", async () => {
    const { follows, wanted } = archive.services;
    for (const path of [
      COURSE,
      OTHER,
      "/wanted",
      "/wanted?department=cse",
      "/wanted?code=CSE+2103&exam=x",
      EXAM_PAGE,
    ])
      expect([path, await isShared(path, student)]).toEqual([path, true]);
    expect((await site.get(COURSE, student.cookie)).text).toContain("Rahima’s account");

    await follows.follow(student.actor, CSE2103);
    expect(await isShared(COURSE, student)).toBe(false);
    expect(await isShared(OTHER, student)).toBe(true);
    expect(await isShared("/wanted", student)).toBe(true);
    await follows.unfollow(student.actor, CSE2103);
    expect(await isShared(COURSE, student)).toBe(true);

    await wanted.ask(student.actor, EXAM, client);
    for (const path of [COURSE, "/wanted", EXAM_PAGE])
      expect([path, await isShared(path, student)]).toEqual([path, false]);
    expect(await isShared(OTHER, student)).toBe(true);
    await wanted.takeBack(student.actor, EXAM, client);
    for (const path of [COURSE, "/wanted"])
      expect([path, await isShared(path, student)]).toEqual([path, true]);
  });

  test("are rendered as a whole for admins", async () => {
    for (const path of [COURSE, "/wanted"]) expect(await isShared(path, admin)).toBe(false);
  });

  test("are a student's own after the followed course was merged into another one", async () => {
    const { follows, courseChanges } = archive.services;
    await follows.follow(student.actor, { university: DHAKA, code: "CSE 203" });
    expect(await isShared(COURSE, student)).toBe(true);
    await courseChanges.merge(admin.actor, {
      universityKey: DHAKA_KEY,
      codeNorm: "CSE203",
      into: "CSE 2103",
    });
    expect(await isShared(COURSE, student)).toBe(false);
    const old = `/course/${DHAKA_SLUG}/cse203`;
    const moved = await site.fetch(old, { cookie: student.cookie });
    expect([moved.status, moved.headers.get("location")]).toEqual([301, COURSE]);
    await follows.unfollow(student.actor, CSE2103);
  });

  test("are missing for an unknown course, also with a stray percent sign", async () => {
    for (const path of [`/course/${DHAKA_SLUG}/cse9999`, `/course/${DHAKA_SLUG}/%`, "/course/-/x"]) {
      const { made, whole } = await site.compare(path, student.cookie);
      expect([path, made]).toEqual([path, whole]);
      expect(made.status).toBe(404);
    }
  });
});

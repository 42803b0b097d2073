import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowseRepo } from "../../src/server/library/courses/browse.repo.ts";
import { createCoursesRepo } from "../../src/server/library/courses/courses.repo.ts";
import { createCoursesService } from "../../src/server/library/courses/courses.service.ts";
import { createShelvesRepo } from "../../src/server/library/courses/shelves.repo.ts";
import { createShelves } from "../../src/server/library/courses/shelves.ts";
import { createPublishedCoursesRepo } from "../../src/server/library/publishing/published-courses.repo.ts";
import { DHAKA, DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { insertItems } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";
import { withPlaceNames } from "../../src/server/library/universities/department-names.repo.ts";
import { createNotifyFoundRepo } from "../../src/server/following/wanted/notify-found.repo.ts";
import { createWantedRepo } from "../../src/server/following/wanted/wanted.repo.ts";
import { createWantedService } from "../../src/server/following/wanted/wanted.service.ts";
import { UNDO_WINDOW } from "../../src/shared/people/notices.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { watchPlans } from "../support/platform/plans.ts";

/** Tables that grow with the archive. */
const GROWING =
  /^SCAN (?:resource|course|courseCell|courseFact|courseCount|courseShelf|each|own|member|item)\b/;

/** A search that reads all rows of a university, or an index that is built for one query. */
const BROAD = /SEARCH (?:resource|course|courseFact|fact|member) .*\(universityKey=\?\)$|AUTOMATIC/;

let archive: TestArchive;
let courses: ReturnType<typeof createCoursesService>;
let watched: ReturnType<typeof watchPlans>;
const time = { now: Date.now() };
let wanted: ReturnType<typeof createWantedService>;
let reader: User;

beforeAll(async () => {
  archive = await openTestArchive("sqlite", { clock: () => time.now });
  await insertPaper(archive, { department: "CSE" });
  await insertPaper(archive, { code: "CSE 203", department: "CSE" });
  await insertPaper(archive, { university: "" });
  await insertItems(archive, "note", [{ fields: { subject: "Data Structures", university: DHAKA } }]);
  const merge = { codeNorm: "CSE203", intoCodeNorm: "CSE2103", shownCodeNorm: "CSE2103" };
  await archive.db.write
    .insertInto("courseMerge")
    .values({ universityKey: DHAKA_KEY, ...merge, createdAt: 1 })
    .execute();
  watched = watchPlans(archive.db);
  const { db } = watched;
  courses = createCoursesService({
    db,
    coursesRepo: createCoursesRepo(db),
    browseRepo: createBrowseRepo(db),
    shelvesOf: createShelves({ shelvesRepo: createShelvesRepo(db) }),
    clock: Date.now,
  });
  reader = (await archive.signUp("Reader")).actor;
  wanted = createWantedService({
    wantedRepo: createWantedRepo(db),
    notifyFoundRepo: createNotifyFoundRepo(db),
    courses,
    universities: { named: <Given extends object>(given: Given) => withPlaceNames(db, given) },
    limits: { take: async () => {} },
    clock: () => time.now,
  });
});
afterAll(() => archive.close());

const page = async (code: string, university: string) => {
  const found = await courses.find(undefined, { university, code });
  if (found.found !== "course") throw new Error(found.found);
  await courses.page(undefined, found);
};
const acts: Record<string, () => Promise<unknown>> = {
  "the page of a course": () => page("cse2103", DHAKA_SLUG),
  "the page of a course without a university": () => page("cse2103", "-"),
  "an unknown course": () => courses.find(undefined, { university: DHAKA_SLUG, code: "cse2104" }),
  "an unknown course of an unknown university": () =>
    courses.find(undefined, { university: "nobody", code: "cse2104" }),
  "a university": () => courses.browseUniversity(undefined, { university: DHAKA_SLUG, after: "cse1" }),
  "a department": () =>
    courses.browseDepartment(undefined, { university: DHAKA_SLUG, department: "cse", after: "cse1" }),
  "the names of courses": () => courses.named([{ universityKey: DHAKA_KEY, codeNorm: "CSE2103" }]),
};

test.each(Object.keys(acts))(
  "SQLite finds %s without reading a whole table of courses or items",
  async (name) => {
    const plan = await watched.planOf(acts[name] as () => Promise<unknown>);
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.filter((line) => GROWING.test(line))).toEqual([]);
    expect(plan.filter((line) => BROAD.test(line))).toEqual([]);
  },
);

test("SQLite finds the newest papers of merged courses for their feed without sorting all of them", async () => {
  const plan = await watched.planOf(() =>
    createPublishedCoursesRepo(watched.db).newest({ universityKey: DHAKA_KEY, codeNorm: "CSE2103" }, 50),
  );
  expect(plan.filter((line) => /SEARCH resource USING INDEX resource_course_newest/.test(line))).toHaveLength(
    2,
  );
  // Only the newest papers of each code are sorted together.
  expect(plan.filter((line) => line.includes("TEMP B-TREE"))).toHaveLength(1);
});

const exam = (year: string) => ({
  university: DHAKA,
  code: "CSE 2103",
  year,
  examType: "final",
  term: "fall",
});
const { client } = VISIT;
const wantedActs: Record<string, () => Promise<unknown>> = {
  "a look at a missing paper": () => wanted.exam(undefined, exam("2023")),
  "a request for a missing paper": () => wanted.ask(reader, exam("2023"), client),
  "a request for a paper that is there": () => wanted.ask(reader, exam("2019"), client),
  "the telling of a found paper": async () => {
    await wanted.ask(reader, exam("2022"), client);
    await insertPaper(archive, { year: "2022", term: "fall" });
    time.now = Date.now() + 2 * UNDO_WINDOW;
    await wanted.notify();
    expect(await archive.services.notices.list(reader)).toMatchObject({ notices: [{ event: "found" }] });
  },
};

test.each(Object.keys(wantedActs))("SQLite reads only the papers of the exam for %s", async (name) => {
  const plan = await watched.planOf(wantedActs[name] as () => Promise<unknown>);
  const items = plan.filter((line) => /(?:SCAN|SEARCH) resource\b/.test(line));
  expect(items.length).toBeGreaterThan(0);
  for (const line of items) expect(line).toMatch(/resource_course .*codeNorm=\? AND year=\? AND examType=\?/);
});

test("SQLite finds the papers of a course and its notes with their own indexes", async () => {
  const plan = await watched.planOf(() => page("cse2103", DHAKA_SLUG));
  expect(plan.join("\n")).toMatch(/SEARCH resource USING (?:COVERING )?INDEX resource_course/);
  expect(plan.join("\n")).toMatch(/SEARCH resource USING (?:COVERING )?INDEX resource_shelf/);
});

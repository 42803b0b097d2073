import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { coursePath, universitySlug } from "../../src/shared/courses/courses.ts";
import type { User } from "../../src/shared/people/policy.ts";
import {
  courseAt,
  DHAKA,
  DHAKA_KEY,
  DHAKA_SLUG,
  findCourse,
  insertPaper,
  pageAt,
  papersOf,
} from "../support/archive/courses.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const BUET = "Bangladesh University of Engineering and Technology";
const BUET_SLUG = "bangladesh-university-of-engineering-and-technology";

describe.each(engines)("addresses of courses on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 9) });
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  describe("an address", () => {
    test.each([
      ["CSE2103", DHAKA_SLUG],
      ["cse-2103", DHAKA_SLUG],
      ["CSE 2103", DHAKA_SLUG],
      ["cse২১০৩", DHAKA_SLUG],
      ["cse2103", "University-of-Dhaka"],
      ["cse2103", "du"],
      ["cse2103", "ঢাকা বিশ্ববিদ্যালয়"],
    ])("the code %s and the university %s lead to the course's own address", async (code, university) => {
      await insertPaper(archive);
      const path = `/course/${DHAKA_SLUG}/cse2103`;
      expect(await findCourse(archive, code, university)).toEqual({ found: "moved", path });
    });

    test("a course has the title and code that most of its papers have", async () => {
      await insertPaper(archive, { code: "CSE-2103", subject: "Data Structures Lab" });
      await insertPaper(archive);
      await insertPaper(archive);
      const course = await courseAt(archive, "cse2103");
      expect(course).toEqual({
        universityKey: DHAKA_KEY,
        codeNorm: "CSE2103",
        university: DHAKA,
        code: "CSE 2103",
        title: "Data Structures",
      });
      expect(coursePath(course)).toBe(`/course/${DHAKA_SLUG}/cse2103`);
    });

    test("an unknown course code is answered with the nearest courses", async () => {
      await insertPaper(archive);
      await insertPaper(archive, { code: "CSE 2105", subject: "Algorithms" });
      await insertPaper(archive, { code: "LAW 1" });
      await insertPaper(archive, { code: "CSE 2104", university: "BUET" });
      const found = await findCourse(archive, "cse2104");
      expect(
        found.found === "nothing" && found.nearest.map((course) => `${course.code} ${course.university}`),
      ).toEqual([`CSE 2104 ${BUET}`, `CSE 2103 ${DHAKA}`, `CSE 2105 ${DHAKA}`]);
      const elsewhere = await findCourse(archive, "cse2103", "no-such-university");
      expect(elsewhere.found === "nothing" && elsewhere.nearest.map(({ code }) => code)).toContain(
        "CSE 2103",
      );
    });

    test.each([
      ["x".repeat(60), DHAKA_SLUG],
      ["x".repeat(5_000), DHAKA_SLUG],
      ["cse2103", "x".repeat(5_000)],
      ["!!!", DHAKA_SLUG],
      ["", DHAKA_SLUG],
      ["\u0000", DHAKA_SLUG],
      ["cse2103", "\ud800"],
      ["cse2103", ""],
    ])("the code %j and the university %j name no course", async (code, university) => {
      await insertPaper(archive);
      expect((await findCourse(archive, code, university)).found).toBe("nothing");
    });

    test("a course with a code of 40 letters is found", async () => {
      const code = "Q".repeat(40);
      await insertPaper(archive, { code });
      expect((await courseAt(archive, code.toLowerCase())).code).toBe(code);
    });

    test("one code at two universities and without a university names three courses", async () => {
      const dhaka = await insertPaper(archive);
      const buet = await insertPaper(archive, { university: "BUET" });
      const none = await insertPaper(archive, { university: "" });
      expect(papersOf(await pageAt(archive, "cse2103"))).toEqual([dhaka]);
      expect(papersOf(await pageAt(archive, "cse2103", BUET_SLUG))).toEqual([buet]);
      expect(papersOf(await pageAt(archive, "cse2103", "-"))).toEqual([none]);
    });

    test.each([
      ["Newest Science University", "newest-science-university"],
      ["Newest University, Savar", "newest-university-savar"],
      ["St. Mary's College & University (Dhaka)", "st-mary-s-college-and-university-dhaka"],
      ["The Newest-Science University, 2nd", "the-newest-science-university-2nd"],
    ])(
      "the pages of %s, which the table doesn't have yet, are found at once and keep their addresses",
      async (university, slug) => {
        const id = await insertPaper(archive, { university });
        const pages = async () => {
          expect(universitySlug(university)).toBe(slug);
          expect(papersOf(await pageAt(archive, "cse2103", slug))).toEqual([id]);
          expect((await courseAt(archive, "cse2103", slug)).university).toBe(university);
          const { courses } = archive.services;
          const place = { university: slug, department: "cse" };
          expect((await courses.browseUniversity(undefined, place)).found).toBe("place");
          expect((await courses.browseDepartment(undefined, place)).found).toBe("place");
        };
        await pages();
        await archive.services.universities.reconcile();
        await pages();
      },
    );

    test("a course of a university whose name has no letters is found", async () => {
      const id = await insertPaper(archive, { university: "???" });
      const page = await pageAt(archive, "cse2103", "???");
      expect(papersOf(page)).toEqual([id]);
      expect(coursePath(page.course)).toBe("/course/%3F%3F%3F/cse2103");
    });

    test("the course addresses of a renamed and of a merged university lead to the new addresses", async () => {
      const { universities } = archive.services;
      await insertPaper(archive);
      await insertPaper(archive, { university: "BUET", code: "EEE 101" });
      const listed = (await universities.list(admin)).find(({ name }) => name === DHAKA);
      const { id, banglaName, otherNames, updatedAt } = listed as NonNullable<typeof listed>;
      await universities.save(admin, {
        id,
        name: "Dhaka University of Tests",
        banglaName,
        otherNames: otherNames.join("\n"),
        updatedAt,
      });
      const path = "/course/dhaka-university-of-tests/cse2103";
      expect(await findCourse(archive, "cse2103")).toEqual({ found: "moved", path });
      await universities.merge(admin, { id: BUET.toLowerCase(), into: "Dhaka University of Tests" });
      const merged = "/course/dhaka-university-of-tests/eee101";
      expect(await findCourse(archive, "eee101", BUET_SLUG)).toEqual({ found: "moved", path: merged });
    });
  });
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
import { insertItems } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const BUET = "Bangladesh University of Engineering and Technology";
const KEY = { universityKey: DHAKA_KEY, codeNorm: "CSE2103" };
const OLD = { universityKey: DHAKA_KEY, codeNorm: "CSE203" };
const EXAM = { year: "2021", examType: "final", term: "fall" };

describe.each(bothEngines)("merged and renamed courses on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 9) });
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const changes = () => archive.services.courseChanges;
  const audited = async () =>
    (await archive.services.audit.list(admin)).entries
      .filter(({ names }) => names !== undefined)
      .map(({ action, names }) => `${action}: ${names?.name} → ${names?.into}`)
      // All entries have the time of the test's clock.
      .toSorted();
  const moved = (code: string) => ({ found: "moved", path: `/course/${DHAKA_SLUG}/${code}` });
  const listed = async () => {
    const found = await archive.services.courses.browseUniversity(undefined, { university: DHAKA_SLUG });
    if (found.found !== "place") return found.found;
    const { university, departments, courses, total } = found;
    return {
      university: [university.courses, university.papers],
      departments: departments.map(({ key, courses: n, papers }) => [key, n, papers]),
      courses: courses.map(({ code, papers }) => `${code} ${papers}`),
      total,
    };
  };

  describe("a merge", () => {
    test("shows the papers of both courses on one page, and the old address leads there", async () => {
      const one = await insertPaper(archive, { year: "2024" });
      const other = await insertPaper(archive, { code: "CSE 203", subject: "Data Structure", year: "2019" });
      expect(await changes().merge(admin, { ...OLD, into: "cse-2103" })).toEqual(KEY);
      expect(await findCourse(archive, "cse203")).toEqual(moved("cse2103"));
      const page = await pageAt(archive, "cse2103");
      expect(papersOf(page)).toEqual([one, other]);
      expect(page.titles.map(({ value }) => value).toSorted()).toEqual(["Data Structure", "Data Structures"]);
      expect(page.papers).toBe(2);
      expect(await audited()).toEqual([`mergeCourse: CSE203 · ${DHAKA} → CSE2103`]);
    });

    test("keeps the page in the sitemap while only the merged course has papers", async () => {
      const own = await insertPaper(archive, { year: "2024" });
      await insertPaper(archive, { code: "CSE 203", year: "2019" });
      await changes().merge(admin, { ...OLD, into: "cse-2103" });
      await archive.services.resources.setStatus(admin, "question", own, { status: "Cancelled" });
      expect(await archive.services.publishing.courseSitemaps()).toBe(1);
      const addresses = await archive.services.publishing.courseSitemap(1);
      expect(addresses).toEqual([{ university: DHAKA, codeNorm: "CSE2103" }]);
    });

    test("changes the numbers of the university and its departments, and its undo restores them", async () => {
      await insertPaper(archive, { department: "CSE" });
      await insertPaper(archive, { code: "CSE 203", department: "CSE" });
      await insertPaper(archive, { code: "CSE 203", department: "ece" });
      const before = await listed();
      expect(before).toEqual({
        university: [2, 3],
        departments: [
          ["cse", 2, 2],
          ["ece", 1, 1],
        ],
        courses: ["CSE 203 2", "CSE 2103 1"],
        total: 2,
      });
      await changes().merge(admin, { ...OLD, into: "CSE 2103" });
      expect(await listed()).toEqual({
        university: [1, 3],
        departments: [
          ["cse", 1, 2],
          ["ece", 1, 1],
        ],
        courses: ["CSE 2103 3"],
        total: 1,
      });
      const universities = await archive.services.courses.browseUniversities(undefined);
      expect(universities.map(({ courses, papers }) => [courses, papers])).toEqual([[1, 3]]);
      // The department of the other course lists the course that shows its paper.
      const ece = await archive.services.courses.browseDepartment(undefined, {
        university: DHAKA_SLUG,
        department: "eee",
      });
      expect(ece.found === "place" && ece.courses.map(({ code, papers }) => `${code} ${papers}`)).toEqual([
        "CSE 2103 1",
      ]);
      await changes().undoMerge(admin, OLD);
      expect(await listed()).toEqual(before);
      expect(await audited()).toEqual([
        `mergeCourse: CSE203 · ${DHAKA} → CSE2103`,
        `undoCourseMerge: CSE203 · ${DHAKA} → CSE2103`,
      ]);
    });

    test("is undone exactly after papers of both courses came and went", async () => {
      const one = await insertPaper(archive);
      const other = await insertPaper(archive, { code: "CSE 203" });
      await changes().merge(admin, { ...OLD, into: "CSE 2103" });
      const later = await insertPaper(archive, { code: "CSE 203" });
      await archive.db.write.deleteFrom("resource").where("id", "=", other).execute();
      await changes().undoMerge(admin, OLD);
      expect(papersOf(await pageAt(archive, "cse203"))).toEqual([later]);
      expect(papersOf(await pageAt(archive, "cse2103"))).toEqual([one]);
    });

    test("takes along the courses that were merged before, and its undo keeps those merges", async () => {
      for (const code of ["CSE 2103", "CSE 203", "CSE 23"]) await insertPaper(archive, { code });
      await changes().merge(admin, { universityKey: DHAKA_KEY, codeNorm: "CSE23", into: "CSE 203" });
      await changes().merge(admin, { ...OLD, into: "CSE 2103" });
      expect(await findCourse(archive, "cse23")).toEqual(moved("cse2103"));
      expect((await pageAt(archive, "cse2103")).papers).toBe(3);
      await changes().undoMerge(admin, OLD);
      expect(await findCourse(archive, "cse23")).toEqual(moved("cse203"));
      expect((await pageAt(archive, "cse203")).papers).toBe(2);
      expect((await pageAt(archive, "cse2103")).papers).toBe(1);
    });

    test("keeps its page when the course that stays loses its own papers", async () => {
      const own = await insertPaper(archive);
      const other = await insertPaper(archive, { code: "CSE 203", subject: "Data Structure" });
      await changes().merge(admin, { ...OLD, into: "CSE 2103" });
      await archive.db.write.deleteFrom("resource").where("id", "=", own).execute();
      const page = await pageAt(archive, "cse2103");
      expect(papersOf(page)).toEqual([other]);
      expect(page.course).toMatchObject({ code: "CSE2103", title: "Data Structure" });
      expect(await listed()).toMatchObject({ university: [1, 1], courses: ["CSE2103 1"], total: 1 });
    });

    test("is refused for a course of another university, an unknown course, the same course and too many", async () => {
      await insertPaper(archive);
      await insertPaper(archive, { code: "CSE 203" });
      await insertPaper(archive, { code: "EEE 1", university: "BUET" });
      const merge = (input: object) => changes().merge(admin, { ...OLD, ...input });
      await expect(merge({ into: "EEE 1" })).rejects.toMatchObject({
        fields: { into: { code: "noCourse" } },
      });
      await expect(merge({ into: "cse203" })).rejects.toMatchObject({
        fields: { into: { code: "sameCourse" } },
      });
      await expect(merge({ into: "!" })).rejects.toMatchObject({ fields: { into: { code: "letters" } } });
      await expect(merge({ codeNorm: "NOBODY1", into: "CSE 2103" })).rejects.toMatchObject({
        code: "not_found",
      });
      await merge({ into: "CSE 2103" });
      await expect(merge({ into: "CSE 2103" })).rejects.toMatchObject({ code: "not_found" });
      const back = { ...KEY, into: "CSE 203" };
      await expect(changes().merge(admin, back)).rejects.toMatchObject({
        fields: { into: { code: "sameCourse" } },
      });
      await expect(changes().undoMerge(admin, KEY)).rejects.toMatchObject({ code: "not_found" });
      const codes = Array.from({ length: 50 }, (_, at) => `CSE ${9000 + at}`);
      await insertItems(
        archive,
        "question",
        codes.map((code) => ({ fields: { university: DHAKA, code } })),
      );
      for (const code of codes.slice(1)) await merge({ codeNorm: code.replace(" ", ""), into: "CSE 2103" });
      await expect(merge({ codeNorm: "CSE9000", into: "CSE 2103" })).rejects.toMatchObject({
        fields: { into: { code: "tooMany" } },
      });
    });

    test("and what was recorded move with a university that is merged or renamed", async () => {
      const { universities } = archive.services;
      await insertPaper(archive);
      await insertPaper(archive, { code: "CSE 203" });
      await insertPaper(archive, { code: "CSE 2103", university: "BUET" });
      await changes().merge(admin, { ...OLD, into: "CSE 2103" });
      await changes().recordNotHeld(admin, { ...KEY, ...EXAM });
      await universities.merge(admin, { id: DHAKA_KEY, into: "BUET" });
      const path = "/course/bangladesh-university-of-engineering-and-technology/cse2103";
      expect(await findCourse(archive, "cse203")).toEqual({ found: "moved", path });
      const page = await pageAt(archive, "cse2103", path.split("/")[2]);
      expect(page.papers).toBe(3);
      expect(page.grid.notHeld).toEqual([{ ...EXAM, year: 2021 }]);
    });

    test("of two universities that merge never closes a circle", async () => {
      const { universities } = archive.services;
      for (const university of [DHAKA, "BUET"])
        for (const code of ["CSE 1", "CSE 2"]) await insertPaper(archive, { university, code });
      await changes().merge(admin, { universityKey: DHAKA_KEY, codeNorm: "CSE1", into: "CSE 2" });
      await changes().merge(admin, { universityKey: BUET.toLowerCase(), codeNorm: "CSE2", into: "CSE 1" });
      await universities.merge(admin, { id: DHAKA_KEY, into: "BUET" });
      const slug = "bangladesh-university-of-engineering-and-technology";
      const pages = await Promise.all(
        ["cse1", "cse2"].map(async (code) => (await findCourse(archive, code, slug)).found),
      );
      expect(pages).toContain("course");
      expect(pages).not.toContain("nothing");
    });
  });

  describe("a rename", () => {
    test("gives a course another title and spelling of its code without a new address", async () => {
      await insertPaper(archive);
      await changes().rename(admin, { ...KEY, code: "CSE-2103", title: "Data Structures and Algorithms" });
      expect(await courseAt(archive, "cse2103")).toMatchObject({
        code: "CSE-2103",
        title: "Data Structures and Algorithms",
      });
      expect(await audited()).toEqual([
        `renameCourse: CSE2103 · ${DHAKA} → CSE-2103 Data Structures and Algorithms`,
      ]);
    });

    test("gives a course another code; the old address leads there, also for papers with the old code", async () => {
      await insertPaper(archive);
      await changes().rename(admin, { ...KEY, code: "CSE 3103", title: "Data Structures" });
      expect(await findCourse(archive, "cse2103")).toEqual(moved("cse3103"));
      await insertPaper(archive);
      const page = await pageAt(archive, "cse3103");
      expect(page.papers).toBe(2);
      expect(page.course).toMatchObject({ code: "CSE 3103", title: "Data Structures" });
      expect(await listed()).toMatchObject({ university: [1, 2], courses: ["CSE 3103 2"], total: 1 });
    });

    test("can be reversed by another rename or by an undo", async () => {
      const id = await insertPaper(archive);
      const renamed = { universityKey: DHAKA_KEY, codeNorm: "CSE3103" };
      await changes().rename(admin, { ...KEY, code: "CSE 3103", title: "Data Structures" });
      await changes().rename(admin, { ...renamed, code: "CSE 2103", title: "Data Structures" });
      expect(papersOf(await pageAt(archive, "cse2103"))).toEqual([id]);
      expect(await findCourse(archive, "cse3103")).toEqual(moved("cse2103"));
      await changes().rename(admin, { ...KEY, code: "CSE 4103", title: "Data Structures" });
      expect(await findCourse(archive, "cse3103")).toEqual(moved("cse4103"));
      await changes().undoMerge(admin, KEY);
      expect(papersOf(await pageAt(archive, "cse2103"))).toEqual([id]);
    });

    test("leaves no name behind when it is undone, so that later papers with the code show their own title", async () => {
      await insertPaper(archive);
      await changes().rename(admin, { ...KEY, code: "CSE 3103", title: "Renamed" });
      await changes().undoMerge(admin, KEY);
      await insertPaper(archive, { code: "CSE-3103", subject: "Compilers" });
      expect(await courseAt(archive, "cse3103")).toMatchObject({ code: "CSE-3103", title: "Compilers" });
    });

    test("is refused if the page would show more than 50 courses together", async () => {
      await insertPaper(archive);
      const merges = Array.from({ length: 50 }, (_, at) => ({
        universityKey: DHAKA_KEY,
        codeNorm: `OLD${at}`,
        intoCodeNorm: "CSE2103",
        shownCodeNorm: "CSE2103",
        createdAt: at,
      }));
      await archive.db.write.insertInto("courseMerge").values(merges).execute();
      const renamed = changes().rename(admin, { ...KEY, code: "CSE 3103", title: "Data Structures" });
      await expect(renamed).rejects.toMatchObject({ fields: { code: { code: "tooMany", param: "50" } } });
    });

    test("is refused if another course has the code, or if there is no such course", async () => {
      await insertPaper(archive);
      await insertPaper(archive, { code: "CSE 203" });
      const rename = (input: object) => changes().rename(admin, { ...OLD, title: "A title", ...input });
      await expect(rename({ code: "CSE 2103" })).rejects.toMatchObject({
        fields: { code: { code: "courseTaken" } },
      });
      await expect(rename({ code: "", title: "" })).rejects.toMatchObject({
        fields: { code: { code: "required" }, title: { code: "required" } },
      });
      await expect(rename({ codeNorm: "NOBODY", code: "X 1" })).rejects.toMatchObject({ code: "not_found" });
    });
  });
});

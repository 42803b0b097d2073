import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { insertItems } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const BUET = "Bangladesh University of Engineering and Technology";

describe.each(engines)("lists of courses on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 9) });
  });
  afterEach(() => archive.close());

  const browse = () => archive.services.courses;
  const codesOf = async (university = DHAKA_SLUG, after = "") => {
    const found = await browse().browseUniversity(undefined, { university, after });
    return found.found === "place" ? found.courses.map(({ code }) => code) : found.found;
  };

  describe("lists", () => {
    test("the list of universities counts courses and papers, with papers of no university last", async () => {
      await insertPaper(archive);
      await insertPaper(archive);
      await insertPaper(archive, { code: "MATH 1" });
      await insertPaper(archive, { university: "BUET" });
      await insertPaper(archive, { university: "" });
      expect(await browse().browseUniversities(undefined)).toEqual([
        { key: BUET.toLowerCase(), name: BUET, courses: 1, papers: 1 },
        { key: DHAKA_KEY, name: DHAKA, courses: 2, papers: 3 },
        { key: "", name: "", courses: 1, papers: 1 },
      ]);
    });

    test("a university's page shows its departments, and its courses in the order of the codes", async () => {
      await insertPaper(archive, { department: "CSE", subject: "Data Structures" });
      await insertPaper(archive, { department: "ece", code: "EEE 101", subject: "Circuits" });
      await insertPaper(archive, { department: "CSE", code: "MATH 1", subject: "Calculus" });
      await insertPaper(archive, { department: "ece", code: "MATH 1", subject: "Calculus" });
      const found = await browse().browseUniversity(undefined, { university: DHAKA_SLUG });
      expect(found).toMatchObject({
        found: "place",
        university: { key: DHAKA_KEY, name: DHAKA, courses: 3, papers: 4 },
        departments: [
          { key: "cse", name: "CSE", courses: 2, papers: 2 },
          { key: "ece", name: "ece", courses: 2, papers: 2 },
        ],
        total: 3,
        next: undefined,
      });
      expect(
        found.found === "place" && found.courses.map(({ code, title, papers }) => [code, title, papers]),
      ).toEqual([
        ["CSE 2103", "Data Structures", 1],
        ["EEE 101", "Circuits", 1],
        ["MATH 1", "Calculus", 2],
      ]);
      const department = await browse().browseDepartment(undefined, {
        university: DHAKA_SLUG,
        department: "eee",
      });
      expect(department).toMatchObject({ found: "place", total: 2, department: { key: "ece", courses: 2 } });
      expect(
        department.found === "place" && department.courses.map(({ code, papers }) => [code, papers]),
      ).toEqual([
        ["EEE 101", 1],
        ["MATH 1", 1],
      ]);
    });

    test("a long list of courses has pages with each course once", async () => {
      const codes = Array.from({ length: 120 }, (_, at) => `CSE ${1000 + at}`);
      await insertItems(
        archive,
        "question",
        codes.map((code) => ({ fields: { university: DHAKA, code } })),
      );
      const seen: string[] = [];
      for (let after: string | undefined = ""; after !== undefined;) {
        const page = await browse().browseUniversity(undefined, { university: DHAKA_SLUG, after });
        if (page.found !== "place") throw new Error(page.found);
        expect(page.total).toBe(120);
        seen.push(...page.courses.map(({ code }) => code));
        after = page.next;
      }
      expect(seen).toEqual(codes);
      expect(await codesOf(DHAKA_SLUG, "no such \u0000 code")).toHaveLength(50);
    });

    test("another spelling of a university or department leads to its address, and an unknown one is refused", async () => {
      await insertPaper(archive, { department: "ece" });
      const place = (university: string) => browse().browseUniversity(undefined, { university });
      expect(await place("du")).toEqual({ found: "moved", path: `/university/${DHAKA_SLUG}` });
      const department = (name: string, university = DHAKA_SLUG) =>
        browse().browseDepartment(undefined, { university, department: name });
      const path = `/department/${DHAKA_SLUG}/eee`;
      expect(await department("ECE")).toEqual({ found: "moved", path });
      expect(await department("eee", "DU")).toEqual({ found: "moved", path });
      for (const unknown of ["buet", "-", "", "nobody", "x".repeat(5_000)])
        expect(await place(unknown)).toEqual({ found: "nothing" });
      for (const unknown of ["law", "", "x".repeat(5_000)])
        expect(await department(unknown)).toEqual({ found: "nothing" });
    });
  });

  test("courses are named by their keys, also courses without papers", async () => {
    await insertPaper(archive);
    const keys = [
      { universityKey: DHAKA_KEY, codeNorm: "CSE2103" },
      { universityKey: "", codeNorm: "GONE1" },
    ];
    const named = await archive.services.courses.named(keys);
    expect(named.get(`${DHAKA_KEY}\nCSE2103`)).toMatchObject({ code: "CSE 2103", title: "Data Structures" });
    expect(named.get("\nGONE1")).toMatchObject({ code: "GONE1", title: "", university: "" });
    expect(await archive.services.courses.named([])).toEqual(new Map());
  });
});

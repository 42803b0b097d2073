import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { courseGrid } from "../../src/shared/course-grid.ts";
import { coursePath } from "../../src/shared/courses.ts";
import type { User } from "../../src/shared/policy.ts";
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
import { insertItem, insertItems } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const BUET = "Bangladesh University of Engineering and Technology";
const BUET_SLUG = "bangladesh-university-of-engineering-and-technology";

describe.each(engines)("courses on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 9) });
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const browse = () => archive.services.courses;
  const codesOf = async (university = DHAKA_SLUG, after = "") => {
    const found = await browse().browseUniversity(undefined, { university, after });
    return found.found === "place" ? found.courses.map(({ code }) => code) : found.found;
  };

  describe("an address", () => {
    test.each([
      ["CSE2103", DHAKA_SLUG],
      ["cse-2103", DHAKA_SLUG],
      ["CSE 2103", DHAKA_SLUG],
      ["cse২১০৩", DHAKA_SLUG],
      ["cse2103", "University-of-Dhaka"],
      ["cse2103", "du"],
      ["cse2103", "ঢাকা বিশ্ববিদ্যালয়"],
    ])(
      "with the code %s and the university %s leads to the course's own address",
      async (code, university) => {
        await insertPaper(archive);
        const path = `/course/${DHAKA_SLUG}/cse2103`;
        expect(await findCourse(archive, code, university)).toEqual({ found: "moved", path });
      },
    );

    test("names a course with the title and code that most papers have", async () => {
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

    test("offers the nearest courses if there is no such course", async () => {
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
    ])("of no course is answered without a course: %j %j", async (code, university) => {
      await insertPaper(archive);
      expect((await findCourse(archive, code, university)).found).toBe("nothing");
    });

    test("with a code of 40 letters is found", async () => {
      const code = "Q".repeat(40);
      await insertPaper(archive, { code });
      expect((await courseAt(archive, code.toLowerCase())).code).toBe(code);
    });

    test("of one code at two universities and of no university are three courses", async () => {
      const dhaka = await insertPaper(archive);
      const buet = await insertPaper(archive, { university: "BUET" });
      const none = await insertPaper(archive, { university: "" });
      expect(papersOf(await pageAt(archive, "cse2103"))).toEqual([dhaka]);
      expect(papersOf(await pageAt(archive, "cse2103", BUET_SLUG))).toEqual([buet]);
      expect(papersOf(await pageAt(archive, "cse2103", "-"))).toEqual([none]);
    });

    test("of a university that nobody has added to the table yet is found at once, and keeps its address", async () => {
      const id = await insertPaper(archive, { university: "Newest Science University" });
      expect(papersOf(await pageAt(archive, "cse2103", "newest-science-university"))).toEqual([id]);
      await archive.services.universities.settle();
      const course = await courseAt(archive, "cse2103", "newest-science-university");
      expect(course.university).toBe("Newest Science University");
    });

    test("of a renamed university and of a merged one leads to the new address", async () => {
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

  describe("a page", () => {
    test("has the papers with their answers, the titles by frequency, the departments, the semester and the years", async () => {
      const first = await insertPaper(archive, { year: "2019", department: "CSE", semester: "3rd" });
      const second = await insertPaper(archive, {
        year: "2021",
        department: "ece",
        semester: "3",
        subject: "ডাটা স্ট্রাকচার",
        term: "fall",
        set: "B",
      });
      const third = await insertPaper(archive, {
        year: "2021",
        department: "CSE",
        semester: "4",
        examType: "mid",
      });
      await insertItems(archive, "answer", [
        { parentId: first },
        { parentId: first },
        { parentId: first, status: "Cancelled" },
        { parentId: third },
      ]);
      const page = await pageAt(archive, "cse2103");
      expect(page.titles).toEqual([
        { value: "Data Structures", papers: 2 },
        { value: "ডাটা স্ট্রাকচার", papers: 1 },
      ]);
      expect(page.departments).toEqual([
        { value: "CSE", papers: 2 },
        { value: "ece", papers: 1 },
      ]);
      expect(page).toMatchObject({ semester: "3", papers: 3, answers: 3, firstYear: 2019, lastYear: 2021 });
      const { rows } = courseGrid(page.grid);
      expect(rows.find(({ year }) => year === 2019)?.places[1]).toEqual([
        { state: "paper", term: "", set: "", id: first, answers: 2 },
      ]);
      expect(rows.find(({ year }) => year === 2021)?.places).toEqual([
        [{ state: "paper", term: "", set: "", id: third, answers: 1 }],
        [{ state: "paper", term: "fall", set: "B", id: second, answers: 0 }],
      ]);
    });

    test("has the notes, books and labs of its titles, and the syllabi of its department", async () => {
      await insertPaper(archive, { department: "CSE" });
      const note = (fields: Record<string, string>) =>
        insertItem(archive, "note", { fields: { subject: "data structures", university: DHAKA, ...fields } });
      const general = await note({ university: "", topic: "Heaps" });
      const own = await note({ topic: "Trees" });
      await note({ university: "BUET" });
      await note({ subject: "Algorithms" });
      const book = await insertItem(archive, "book", {
        fields: { subject: "Data Structures", university: DHAKA },
      });
      const syllabus = await insertItem(archive, "syllabus", {
        fields: { syllabusName: "CSE", university: DHAKA },
      });
      await insertItem(archive, "syllabus", { fields: { syllabusName: "CSE", university: "BUET" } });
      await insertItem(archive, "syllabus", { fields: { syllabusName: "Law", university: DHAKA } });
      const { shelves } = await pageAt(archive, "cse2103");
      const shown = shelves.map(({ kind, total, items }) => [kind, total, items.map(({ id }) => id)]);
      expect(shown).toEqual([
        ["syllabus", 1, [syllabus]],
        ["note", 2, [own, general]],
        ["book", 1, [book]],
      ]);
      expect(shelves[1]?.items[0]).toMatchObject({ title: "Trees", path: `/note-details/${own}` });
      expect(shelves.map(({ path }) => path)).toEqual([
        "/allSyllabus?department=CSE&university=University+of+Dhaka",
        "/allNotes?subject=Data+Structures",
        "/allBooks?subject=Data+Structures&university=University+of+Dhaka",
      ]);
    });

    test("names the people who shared most papers", async () => {
      const [ann, bob] = [(await archive.signUp("Ann")).actor, (await archive.signUp("Bob")).actor];
      await insertPaper(archive, {}, { uploader: ann });
      await insertPaper(archive, {}, { uploader: bob });
      await insertPaper(archive, {}, { uploader: bob });
      await insertPaper(archive, {}, { uploader: ann, status: "Pending" });
      await insertPaper(archive, {}, { uploader: ann, status: "Cancelled" });
      expect((await pageAt(archive, "cse2103")).contributors).toEqual({
        total: 2,
        isMore: false,
        first: [
          { name: "Bob", papers: 2 },
          { name: "Ann", papers: 1 },
        ],
      });
    });

    test("has numbers instead of papers for a course with very many, and finds its gaps", async () => {
      const fields = { university: DHAKA, code: "CSE 2103", set: "" };
      const many = Array.from({ length: 240 }, (_, at) => ({
        fields: {
          ...fields,
          year: String(2020 + (at % 3)),
          examType: at % 2 ? "final" : "mid",
          term: at < 120 ? "fall" : "spring",
        },
      }));
      await insertItems(archive, "question", many);
      const page = await pageAt(archive, "cse2103");
      expect(page).toMatchObject({ papers: 240, answers: undefined, firstYear: 2020, lastYear: 2022 });
      const grid = courseGrid(page.grid);
      expect(grid.rows.find(({ year }) => year === 2021)?.places[0]).toEqual([
        { state: "papers", term: "spring", papers: 20 },
        { state: "papers", term: "fall", papers: 20 },
      ]);
      expect(grid.exams.map(({ papers }) => papers)).toEqual([120, 120]);
      expect(
        grid.rows.find(({ year }) => year === 2025)?.places[1]?.map(({ state, term }) => `${state} ${term}`),
      ).toEqual(["gap spring", "gap fall"]);
    });

    test("never shows or counts a Pending, Cancelled or removed item", async () => {
      const shown = await insertPaper(archive, { year: "2020" });
      const secret = {
        year: "1999",
        examType: "quiz",
        subject: "Secret",
        department: "Secret",
        semester: "9",
      };
      const hidden = await insertPaper(archive, { ...secret, code: "CSE-2103" }, { status: "Pending" });
      await insertPaper(archive, secret, { status: "Cancelled" });
      await insertPaper(archive, { ...secret, code: "SECRET 1" }, { status: "Pending" });
      await insertItem(archive, "note", {
        status: "Pending",
        fields: { subject: "Data Structures", university: DHAKA },
      });
      await insertItem(archive, "answer", { parentId: shown, status: "Cancelled" });
      const { actor } = await archive.signUp("Mod");
      const page = await pageAt(archive, "cse2103");
      expect(papersOf(page)).toEqual([shown]);
      expect(page).toMatchObject({ papers: 1, answers: 0, firstYear: 2020, lastYear: 2020, shelves: [] });
      expect(JSON.stringify(page)).not.toMatch(/secret|1999|quiz/i);
      // An admin and the contributor get the same view as a visitor.
      for (const person of [admin, actor])
        expect(await archive.services.courses.page(person, page.course)).toEqual(page);
      expect((await findCourse(archive, "secret1")).found).toBe("nothing");
      expect(JSON.stringify(await findCourse(archive, "secret2"))).not.toMatch(/secret/i);
      expect(JSON.stringify(await browse().browseUniversity(admin, { university: DHAKA_SLUG }))).not.toMatch(
        /secret/i,
      );
      await archive.services.resources.setStatus(admin, "question", hidden, { status: "Approved" });
      expect((await pageAt(archive, "cse2103")).papers).toBe(2);
      await archive.services.removal.remove(admin, { id: shown, reason: "" });
      expect(papersOf(await pageAt(archive, "cse2103"))).toEqual([hidden]);
    });

    test("follows an edit of the code and the removal of the last paper", async () => {
      const id = await insertPaper(archive);
      const { write } = archive.db;
      await write
        .updateTable("resource")
        .set({ code: "CSE 3000", codeNorm: "CSE3000" })
        .where("id", "=", id)
        .execute();
      expect((await findCourse(archive, "cse2103")).found).toBe("nothing");
      expect(papersOf(await pageAt(archive, "cse3000"))).toEqual([id]);
      await write.deleteFrom("resource").where("id", "=", id).execute();
      expect((await findCourse(archive, "cse3000")).found).toBe("nothing");
      expect(await browse().browseUniversities(undefined)).toEqual([]);
    });
  });

  describe("lists", () => {
    test("count the courses and papers of each university, with papers of no university last", async () => {
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

    test("show the departments and courses of a university, in the order of the codes", async () => {
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

    test("have pages, each course once", async () => {
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

    test("lead from another spelling of a university or department to its address, and refuse unknown ones", async () => {
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

  test("names courses by their keys, also courses without papers", async () => {
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

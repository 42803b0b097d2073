import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { courseGrid } from "../../src/shared/courses/course-grid.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { DHAKA, DHAKA_SLUG, findCourse, insertPaper, pageAt, papersOf } from "../support/archive/courses.ts";
import { insertItem, insertItems } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(engines)("pages of courses on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 9) });
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const browse = () => archive.services.courses;

  describe("a page", () => {
    test("a course page has the papers with their answers, the titles by frequency, the departments, the semester and the years", async () => {
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
      expect(page).toMatchObject({ semester: "3", papers: 3, answers: 3 });
      const { rows } = courseGrid(page.grid);
      expect(rows.find(({ year }) => year === 2019)?.places[1]).toEqual([
        { state: "paper", term: "", set: "", heldIn: "", id: first, answers: 2 },
      ]);
      expect(rows.find(({ year }) => year === 2021)?.places).toEqual([
        [{ state: "paper", term: "", set: "", heldIn: "", id: third, answers: 1 }],
        [{ state: "paper", term: "fall", set: "B", heldIn: "", id: second, answers: 0 }],
      ]);
    });

    test("a course page has the notes, books and labs of its titles, and the syllabi of its department", async () => {
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

    test("a course page says of each shelf whether its list has exactly the counted items", async () => {
      await insertPaper(archive, { university: "BUET", subject: "Heaps and Trees" });
      await insertPaper(archive);
      await insertPaper(archive, { subject: "Algorithms" });
      const add = (kind: string, fields: Record<string, string>) =>
        insertItem(archive, kind, { fields: { subject: "Data Structures", university: DHAKA, ...fields } });
      await add("book", {});
      await add("note", {});
      await add("note", { university: "" });
      for (const subject of ["Data Structures", "Data Structures", "Algorithms"])
        await add("lab", { subject });
      await add("note", { subject: "Heaps and Trees", university: "" });
      const lists = async (university?: string) =>
        Object.fromEntries(
          (await pageAt(archive, "cse2103", university)).shelves.map(({ kind, listTitle }) => [
            kind,
            listTitle,
          ]),
        );
      expect(await lists()).toEqual({ book: "", note: "Data Structures", lab: "Data Structures" });
      expect(await lists("bangladesh-university-of-engineering-and-technology")).toEqual({
        note: "Heaps and Trees",
      });
    });

    test("a course page names the people who shared most papers", async () => {
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

    test("the page of a course with very many papers has numbers instead of papers, and finds its gaps", async () => {
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
      expect(page).toMatchObject({ papers: 240, answers: undefined });
      const grid = courseGrid(page.grid);
      expect(grid.rows.find(({ year }) => year === 2021)?.places[0]).toEqual([
        { state: "papers", term: "spring", codeNorm: "CSE2103", papers: 20 },
        { state: "papers", term: "fall", codeNorm: "CSE2103", papers: 20 },
      ]);
      expect(grid.exams.map(({ papers }) => papers)).toEqual([120, 120]);
      expect(
        grid.rows.find(({ year }) => year === 2025)?.places[1]?.map(({ state, term }) => `${state} ${term}`),
      ).toEqual(["gap spring", "gap fall"]);
    });

    test("a course page never shows or counts a Pending, Cancelled or removed item", async () => {
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
      expect(page).toMatchObject({ papers: 1, answers: 0, shelves: [] });
      expect(JSON.stringify(page)).not.toMatch(/secret|1999|quiz/i);
      // An admin and the contributor get the same view as a visitor.
      for (const person of [admin, actor])
        expect(await pageAt(archive, "cse2103", DHAKA_SLUG, person)).toEqual(page);
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

    test("an edited code moves a paper to another course page, and a course without papers has no page", async () => {
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
});

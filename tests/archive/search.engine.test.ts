import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "../../src/shared/problems/errors.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { insertItem, insertItems, type ItemOptions } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

/** Courses in the spellings of six universities. Each course has papers of two years. */
const courses: [code: string, subject: string, extra?: Record<string, string>][] = [
  ["CSE-2103", "Data Structures and Algorithms"],
  ["CSE 2104", "Data Structures and Algorithms Lab"],
  ["CSE3105", "Database Management Systems"],
  ["CSE 3203", "Operating Systems"],
  ["EEE 101", "Electrical Circuits I"],
  ["EEE 102", "Electrical Circuits II"],
  ["0541-1101", "Differential and Integral Calculus"],
  ["HUM-1247", "History of 1971"],
  ["PHY 109", "Physics"],
  ["PHY 110", "Physics Lab"],
  ["GED 115", "History of the Emergence of Bangladesh"],
  ["BNG 201", "উচ্চতর গণিত", { department: "Bangla" }],
  ["BNG 202", "পদার্থ বিজ্ঞান", { department: "Bangla" }],
  ["BNG 203", "অপারেটিং সিস্টেম", { department: "Bangla" }],
  ["BNG 204", "নোবেল সাহিত্য", { department: "Bangla" }],
];

describe.each(bothEngines)("search on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  const find = (text: string, more: object = {}) =>
    archive.services.search.find(undefined, { text, ...more });
  const first = async (text: string): Promise<string | null | undefined> => (await find(text)).rows[0]?.code;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    ({ actor: admin } = await archive.signUp("Admin", "admin"));
    const papers = courses.flatMap(([code, subject, extra]) =>
      [
        { year: "2018", examType: "final" },
        { year: "2019", examType: "mid" },
      ].map((paper): ItemOptions => ({ fields: { code, subject, semester: "3", ...paper, ...extra } })),
    );
    await insertItems(archive, "question", papers);
    await insertItem(archive, "book", { fields: { bookName: "Modern Physics", author: "Kazi Motahar" } });
  });
  afterAll(() => archive.close());

  test.each([
    ["CSE-2103", "CSE-2103"],
    ["cse 2103", "CSE-2103"],
    ["cse2103", "CSE-2103"],
    ["cse.2103", "CSE-2103"],
    ["CSE ২১০৩", "CSE-2103"],
    ["cse 3105", "CSE3105"],
    ["05411101", "0541-1101"],
    ["Data Structures and Algorithms", "CSE-2103"],
    ["data structure algorithm", "CSE-2103"],
    ["algorithms data structures", "CSE-2103"],
    ["datastructures", "CSE-2103"],
    ["data base management", "CSE3105"],
    ["databse management systems", "CSE3105"],
    ["oprating systems", "CSE 3203"],
    ["opreating system", "CSE 3203"],
    ["operating sys", "CSE 3203"],
    ["dsa", "CSE-2103"],
    ["dbms", "CSE3105"],
    ["dsa lab", "CSE 2104"],
    ["physics", "PHY 109"],
    ["physics lab", "PHY 110"],
    ["electrical circuits 2", "EEE 102"],
    ["electrical circuits ii", "EEE 102"],
    ["history of 1971", "HUM-1247"],
    ["history emergence bangladesh", "GED 115"],
    ["উচ্চতর গণিত", "BNG 201"],
    ["উচ্চতর গনিত", "BNG 201"],
    ["uchchotor gonit", "BNG 201"],
    ["podartho biggan", "BNG 202"],
    ["পদার্থবিজ্ঞান", "BNG 202"],
    ["অপারেটিং সিসটেম", "BNG 203"],
    ["ন\u09c7\u09beব\u09c7ল সাহিত্য", "BNG 204"],
  ])("a search for %s finds %s first", async (text, code) => {
    expect(await first(text)).toBe(code);
  });

  test.each([
    ["cse 2103 mid 19", ["2019"]],
    ["cse2103 '18", ["2018"]],
    ["CSE-2103 ২০১৯", ["2019"]],
    ["final of cse2103", ["2018"]],
    ["cse 2103 3rd semester", ["2019", "2018"]],
    ["cse 2103 question", ["2019", "2018"]],
  ])("a search for %s finds the papers of %s", async (text, years) => {
    const { rows } = await find(text);
    expect(rows.map(({ year }) => String(year))).toEqual(years);
  });

  test("a search lists its recognised filters, each with the query without it", async () => {
    const { filters } = await find("cse 2103 mid '19");
    expect(filters).toEqual([
      { name: "code", values: ["CSE2103"], text: "cse 2103", without: "mid '19", isApplied: true },
      { name: "exam", values: ["mid"], text: "mid", without: "cse 2103 '19", isApplied: true },
      { name: "year", values: ["2019"], text: "19", without: "cse 2103 mid", isApplied: true },
    ]);
  });

  test("a search does not apply a filter without results, and says so", async () => {
    const { rows, filters } = await find("operating systems 2015");
    expect(rows.map(({ code }) => code)).toEqual(["CSE 3203", "CSE 3203"]);
    expect(filters).toMatchObject([{ name: "year", values: ["2015"], isApplied: false }]);
  });

  test.each([
    ["cse2103", ["cse", "2103"]],
    ["cse 3105", ["cse3105"]],
    ["eee 10", ["eee", "101", "102"]],
    ["eee 101 circuits", ["circuits", "eee", "101"]],
    ["physics", ["physics"]],
  ])("a search for %s gives the terms to highlight as titles and codes spell them", async (text, terms) => {
    expect((await find(text)).terms.toSorted()).toEqual(terms.toSorted());
  });

  test("a search names a corrected word, and an exact search uses the typed word", async () => {
    const { corrected } = await find("Oprating systems");
    expect(corrected).toEqual({
      from: "Oprating",
      to: "operating",
      text: "operating systems",
      original: "Oprating systems",
    });
    expect(await find("Oprating systems", { exact: true })).toMatchObject({ rows: [], total: 0 });
    expect((await find("operating systems")).corrected).toBeUndefined();
  });

  test("a search that finds nothing suggests the nearest courses", async () => {
    const { rows, nearest } = await find("operating theatre nursing", { exact: true });
    expect(rows).toEqual([]);
    expect(nearest[0]).toMatchObject({
      code: "CSE 3203",
      title: "Operating Systems",
      department: "CSE",
      path: expect.stringMatching(/^\/course\/.*cse3203$/),
      paper: { path: expect.stringMatching(/^\/question-details\//) },
    });
  });

  test("pages, kinds and filters narrow a search", async () => {
    const all = await find("physics");
    expect(all).toMatchObject({ total: 5, isMore: false, isIncomplete: false });
    const pages = await Promise.all([0, 1, 2].map((page) => find("physics", { page, size: 2 })));
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(all.rows.map(({ id }) => id));
    expect((await find("physics", { kind: "book" })).rows.map(({ title }) => title)).toEqual([
      "Modern Physics",
    ]);
    expect((await find("physics", { year: "2018" })).rows).toHaveLength(2);
    expect((await find("physics", { department: ["Bangla"] })).total).toBe(0);
    expect((await find("motahar")).rows.map(({ title }) => title)).toEqual(["Modern Physics"]);
  });

  test("40 simultaneous searches are answered, although there are fewer connections", async () => {
    const found = await Promise.all(Array.from({ length: 40 }, () => find("physics")));
    expect(found.map(({ total }) => total)).toEqual(Array(40).fill(5));
  });

  test("suggestions are courses, then papers and other items", async () => {
    const of = async (text: string) => (await archive.services.search.suggest(undefined, text)).suggestions;
    const found = await of("cse21");
    const listed = found.filter(({ type }) => type === "course");
    expect(found.slice(0, listed.length)).toEqual(listed);
    expect(
      listed
        .slice(0, 2)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(["CSE 2104 Data Structures and Algorithms Lab", "CSE-2103 Data Structures and Algorithms"]);
    expect(new Set(listed.map(({ path }) => path)).size).toBe(listed.length);
    expect((await of("data str"))[0]).toMatchObject({
      type: "course",
      text: "CSE-2103 Data Structures and Algorithms",
      path: expect.stringMatching(/^\/course\/[\w-]+\/cse2103$/),
    });
    expect(await of("")).toEqual([]);
    expect(await of("e")).toEqual([]);
    const ofYear = await of("2018");
    expect(ofYear.length).toBeGreaterThan(2);
    expect(ofYear.length).toBeLessThanOrEqual(8);
  });

  test("a search finds the text of pages, and lists it after matches in titles and codes", async () => {
    const sha256 = await archive.fileStore.put(Buffer.from("a scan"));
    const at = { createdAt: 1 };
    const file = { key: "scan", sha256, type: "image/webp", size: 6, uploaderId: null, name: null, ...at };
    await archive.db.write.insertInto("file").values(file).execute();
    await archive.db.write
      .insertInto("paper")
      .values({ sha256, pages: 1, hash: null, pageWords: "", ...at })
      .execute();
    const id = await insertItem(archive, "note", { fileKey: "scan", fields: { topic: "Lecture" } });
    expect((await find("amortisation")).total).toBe(0);
    const pageWords = " amortisation calculus ";
    await archive.db.write.updateTable("paper").set({ pageWords }).where("sha256", "=", sha256).execute();
    expect((await find("amortisation")).rows.map((row) => row.id)).toEqual([id]);
    expect((await find("calculus")).rows.map(({ code }) => code)).toEqual(["0541-1101", "0541-1101", null]);
  });

  test("a search finds the text of a blog, and lists it after matches in titles and codes", async () => {
    const id = await insertItem(archive, "blog", {
      fields: { topic: "A year of study", blog: "# Planning\n\nOn *spectroscopy* and calculus." },
    });
    expect((await find("spectroscopy")).rows.map((row) => row.id)).toEqual([id]);
    expect((await find("calculus")).rows.at(-1)?.id).toBe(id);
    expect((await find("calculus")).rows[0]?.code).toBe("0541-1101");
  });

  test("a search finds an answer below its question, and hides it with the question", async () => {
    const question = await insertItem(archive, "question", {
      fields: { subject: "Hydrology", code: "WRE 301", year: "2020", examType: "mid" },
    });
    const answer = await insertItem(archive, "answer", { parentId: question });
    expect((await find("hydrology")).rows.map(({ id }) => id)).toEqual([question, answer]);
    expect((await find("hydrology answer")).rows.map(({ id }) => id)).toEqual([answer]);
    await archive.services.resources.setStatus(admin, "question", question, { status: "Cancelled" });
    expect((await find("hydrology")).total).toBe(0);
    expect((await archive.services.search.find(admin, { text: "hydrology" })).total).toBe(2);
  });

  describe("short forms", () => {
    const { aliases } = { aliases: () => archive.services.aliases };

    test("have a default list, and admins can change it", async () => {
      const known = await aliases().list(admin);
      expect(known.length).toBeGreaterThan(120);
      expect(known).toContainEqual({ alias: "os", phrase: "operating systems" });
      const input = { alias: "HoEB71", phrase: "History of 1971" };
      expect(await first("hoeb71")).toBeUndefined();
      expect(await aliases().add(admin, input)).toBe(true);
      expect(await aliases().add(admin, input)).toBe(false);
      expect(await first("hoeb71")).toBe("HUM-1247");
      expect(await aliases().remove(admin, input)).toBe(true);
      expect(await aliases().remove(admin, input)).toBe(false);
      expect(await first("hoeb71")).toBeUndefined();
      const { entries } = await archive.services.audit.list(admin);
      const names = { name: "hoeb71", into: "history of 1971" };
      expect(entries.slice(0, 2)).toMatchObject([
        { action: "removeAlias", names },
        { action: "addAlias", names },
      ]);
    });

    test.each([
      [{ alias: "two words", phrase: "x" }, "alias"],
      [{ alias: "--", phrase: "x" }, "alias"],
      [{ alias: "x", phrase: "!!" }, "phrase"],
      [{ alias: "x" }, "phrase"],
      [{ alias: "x", phrase: "y", more: 1 }, "more"],
    ])("admins can't add %j, because its field %s is invalid", async (input, field) => {
      const refusal = await aliases()
        .add(admin, input)
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DomainError);
      expect(Object.keys((refusal as DomainError).fields ?? {})).toEqual([field]);
    });
  });
});

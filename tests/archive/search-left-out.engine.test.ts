import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, insertItems, type ItemOptions } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const papers: [code: string, subject: string, facts: Record<string, string>][] = [
  ["CSE 2103", "Data Structures", { year: "2018", examType: "final", semester: "L1T2", term: "fall" }],
  ["CSE 2103", "Data Structures", { year: "2016", examType: "mid", semester: "L1T2", term: "spring" }],
  ["CSE 4100", "Advanced Data Structures", { year: "2019", examType: "final", semester: "L4T1" }],
  ["CSE 2104", "Data Structures Lab", { year: "2018", examType: "final", set: "A" }],
  ["MATH 2101", "Vector Analysis", { year: "2018", examType: "final" }],
  ["MAT 110", "Mathematics II", { year: "2018", examType: "final" }],
  ["FIN 301", "Bank Management", { year: "2018", examType: "final" }],
  ["PHY 101", "পদার্থবিজ্ঞান", { year: "2018", examType: "final" }],
  ["AGR 101", "কৃষি বিজ্ঞান", { year: "2018", examType: "final" }],
  ["ICT 101", "তথ্য প্রযুক্তি", { year: "2018", examType: "final" }],
  ["BNG 101", "বাংলা সাহিত্য", { year: "2018", examType: "final" }],
];

describe.each(bothEngines)("a search with more than a title, on %s", (engine) => {
  let archive: TestArchive;
  const find = (text: string, more: object = {}) =>
    archive.services.search.find(undefined, { text, ...more });
  const first = async (text: string) => (await find(text)).rows[0]?.code;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    const items = papers.map(([code, subject, facts]): ItemOptions => ({
      fields: { code, subject, semester: "", ...facts },
    }));
    await insertItems(archive, "question", items);
  });
  afterAll(() => archive.close());

  test.each([
    ["need data structures final question pls", "CSE 2103"],
    ["data structures lagbe vai", "CSE 2103"],
    ["data structures xyzzy", "CSE 2103"],
    ["xyzzy plugh data structures", "CSE 2103"],
    ["datta structres xyzzy", "CSE 2103"],
    ["data structures bank", "CSE 2103"],
    ["bank management", "FIN 301"],
    ["cse 2103 xyzzy er proshno", "CSE 2103"],
    ["bigoto saler data structures question bank", "CSE 2103"],
    ["data structures সাজেশন লাগবে", "CSE 2103"],
    ["data structures lab 2031", "CSE 2104"],
    ["podartho biggan", "PHY 101"],
    ["krishibiggan", "AGR 101"],
    ["tottho", "ICT 101"],
    ["সাহিত্যের", "BNG 101"],
  ])("a search for %s finds %s first", async (text, code) => {
    expect(await first(text)).toBe(code);
  });

  test.each([
    ["data structures xyzzy", ["xyzzy"]],
    ["data structures question 2018 plugh", ["plugh"]],
    ["data structures bank", ["bank"]],
    ["data structures pls", []],
    ["data structures 2012", ["2012"]],
    ["data structures note final 2018", ["note"]],
    ["data structures note 2012 xyzzy", ["note", "2012", "xyzzy"]],
  ])("a search for %s names the left out words %j", async (text, leftOut) => {
    expect((await find(text)).leftOut).toEqual(leftOut);
  });

  test("a search finds a word of a page before it leaves the word out", async () => {
    const id = await insertItem(archive, "blog", {
      fields: { topic: "A diary", blog: "On data amortisation." },
    });
    const { rows, leftOut } = await find("data amortisation");
    expect({ ids: rows.map((row) => row.id), leftOut }).toEqual({ ids: [id], leftOut: [] });
  });

  test("an exact search leaves out no words", async () => {
    expect(await find("data structures xyzzy", { exact: true })).toMatchObject({ total: 0, leftOut: [] });
  });

  test("a search for unknown words only finds nothing", async () => {
    expect(await find("xyzzy plugh 2018")).toMatchObject({ total: 0, leftOut: [], nearest: [] });
  });

  test.each([
    ["data structures mid exam 16", ["2016"]],
    ["data structures fall 2018", ["2018"]],
    ["data structures spring 16", ["2016"]],
    ["cse 2103 1st year", ["2018", "2016"]],
    ["cse 2103 2016 and 2018", ["2018", "2016"]],
    ["cse 2103 question and note", ["2018", "2016"]],
  ])("a search for %s finds the papers of %j and leaves nothing out", async (text, years) => {
    const { rows, leftOut } = await find(text);
    expect(rows.filter(({ code }) => code === "CSE 2103").map(({ year }) => String(year))).toEqual(years);
    expect(leftOut).toEqual([]);
  });

  test("a missing year shows the other years of the same course, not other courses", async () => {
    const { rows, leftOut } = await find("data structures 2019");
    expect(rows.slice(0, 2).map(({ code, year }) => [code, year])).toEqual([
      ["CSE 2103", 2018],
      ["CSE 2103", 2016],
    ]);
    expect(leftOut).toEqual(["2019"]);
  });

  test("the beginning of codes is also read as a title", async () => {
    const { rows } = await find("math 2");
    expect(rows.map(({ code }) => code)).toEqual(["MAT 110", "MATH 2101"]);
  });

  test("suggestions stay while a fact is half typed", async () => {
    for (const text of ["data structures fi", "data structures fin", "data structures 20"]) {
      const { suggestions } = await archive.services.search.suggest(undefined, text);
      expect(suggestions[0]?.code).toBe("CSE 2103");
    }
  });

  test("suggested courses name their university, and papers their department", async () => {
    const title = { subject: "Numerical Methods", semester: "", year: "2020", examType: "final" };
    await insertItems(archive, "question", [
      { fields: { ...title, code: "CE 205", department: "Civil", university: "Sample University" } },
      { fields: { ...title, code: "ME 205", department: "Mechanical", university: "Sample University" } },
    ]);
    const { suggestions } = await archive.services.search.suggest(undefined, "numerical methods");
    expect(suggestions.map(({ type, code, about }) => [type, code, about]).toSorted()).toEqual([
      ["course", "CE 205", "Sample University"],
      ["course", "ME 205", "Sample University"],
      ["item", "CE 205", "Civil"],
      ["item", "ME 205", "Mechanical"],
    ]);
  });
});

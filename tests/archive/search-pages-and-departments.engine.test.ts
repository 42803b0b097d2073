import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItems, type ItemOptions } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const QUESTIONS: [code: string, subject: string, facts: Record<string, string>][] = [
  ["CSE 3205", "Operating Systems", { department: "CSE", year: "2021", examType: "final", semester: "5" }],
  ["CSE 3205", "Operating Systems", { department: "CSE", year: "2022", examType: "mid", semester: "5" }],
  [
    "CSE 3206",
    "Operating Systems Lab",
    { department: "CSE", year: "2019", examType: "final", semester: "5" },
  ],
  ["CSE 221", "Data Structures", { department: "CSE", year: "2017", examType: "mid", semester: "3" }],
  ["CSE 221", "Data Structures", { department: "CSE", year: "2018", examType: "final", semester: "3" }],
  ["PHRM 2201", "Pharmacology I", { department: "Pharmacy", year: "2020", examType: "final", semester: "4" }],
  ["PHRM 101", "Organic Chemistry", { department: "Pharmacy", year: "2020", examType: "mid", semester: "1" }],
  [
    "TE 302",
    "Yarn Manufacturing",
    { department: "Textile Engineering", year: "2021", examType: "final", semester: "L-3 T-1" },
  ],
  ["CSE 3207", "Computer Networks", { department: "CSE", year: "2023", examType: "quiz", semester: "6" }],
  [
    "CE 401",
    "Environmental Engineering II",
    { department: "CE", year: "2022", examType: "final", semester: "7" },
  ],
  [
    "PHY 4101",
    "Quantum Mechanics I",
    { department: "Physics", year: "2022", examType: "final", semester: "7" },
  ],
  ["BNG 2101", "বিসিএস প্রস্তুতি", { department: "Bangla", year: "2022", examType: "mid", semester: "3" }],
  ["ME 101", "Engineering Drawing", { department: "ME", year: "2015", examType: "mid", semester: "1" }],
  ["CSE 102", "Engineering Drawing", { department: "CSE", year: "2023", examType: "mid", semester: "1" }],
  ["CSE 1201", "Programming in C++", { department: "CSE", year: "2022", examType: "final", semester: "2" }],
];
const BANKER =
  "Explain the banker's algorithm with a semaphore and a Gantt chart. Describe paging in CSE 3205.";
const PAGES: [topic: string, text: string][] = [
  ["First sheet", BANKER],
  ["Second sheet", BANKER],
  ["Third sheet", "Draw the LL(1) parsing table of this grammar. Problem H52.1 of form 02091-C-71."],
];

describe.each(bothEngines)("a search for words of pages and for departments, on %s", (engine) => {
  let archive: TestArchive;
  const find = (text: string) => archive.services.search.find(undefined, { text });
  const titleOf = ({ title, subject }: { title: string; subject: string | null }) => subject ?? title;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    const questions = QUESTIONS.map(([code, subject, facts]): ItemOptions => ({
      fields: { code, subject, ...facts },
    }));
    await insertItems(archive, "question", questions);
    await insertItems(
      archive,
      "blog",
      PAGES.map(([topic, blog]): ItemOptions => ({ fields: { topic, blog } })),
    );
  });
  afterAll(() => archive.close());

  test.each([
    ["semaphore", ["First sheet", "Second sheet"], []],
    ["semaphore starvation", ["First sheet", "Second sheet"], ["starvation"]],
    ["banker", ["First sheet", "Second sheet"], []],
    ["banker's algorithm", ["First sheet", "Second sheet"], []],
    ["banker's algorithm five processes", ["First sheet", "Second sheet"], ["five", "processes"]],
    ["banker algorithm paging spooling", ["First sheet", "Second sheet"], ["spooling"]],
    ["LL(1)", ["Third sheet"], []],
    ["ll(1) parsing table", ["Third sheet"], []],
    ["h52.1", ["Third sheet"], []],
    ["02091-C-71", ["Third sheet"], []],
    ["semaphore grammar gantt", ["First sheet", "Second sheet"], ["grammar"]],
  ])("%j finds %j and leaves out %j", async (text, titles, leftOut) => {
    const found = await find(text);
    expect({ titles: found.rows.map(titleOf).toSorted(), leftOut: found.leftOut }).toEqual({
      titles,
      leftOut,
    });
  });

  test.each([
    ["CSE 3205 banker's algorithm", "Operating Systems"],
    ["pharmacy 4th semester", "Pharmacology I"],
    ["phrm 2-2", "Pharmacology I"],
    ["ফার্মেসি ৪র্থ সেমিস্টার", "Pharmacology I"],
    ["textile engineering final 2021", "Yarn Manufacturing"],
    ["textile engg 5th semester", "Yarn Manufacturing"],
    ["dept of pharmacy mid", "Organic Chemistry"],
    ["সিএসই ৩য় সেমিস্টার", "Data Structures"],
    ["operating systems lab question", "Operating Systems Lab"],
    ["operating systems laboratory", "Operating Systems Lab"],
    ["operating systems lab final 2019", "Operating Systems Lab"],
    ["computer networks quiz 1", "Computer Networks"],
    ["cse221mid", "Data Structures"],
    ["cse221final2018", "Data Structures"],
    ["cse 22l", "Data Structures"],
    ["dsa final", "Data Structures"],
    ["os 3-1", "Operating Systems"],
    ["env engg ii", "Environmental Engineering II"],
    ["dgtl cmptr ntwrks", "Computer Networks"],
    ["environmentalengineeringii", "Environmental Engineering II"],
    ["কম্পিউটার নেটওয়ার্কস", "Computer Networks"],
    ["সিএসই ২২১", "Data Structures"],
    ["c++", "Programming in C++"],
    ["বিসিএস", "বিসিএস প্রস্তুতি"],
  ])("%j finds %s first", async (text, title) => {
    const [first] = (await find(text)).rows;
    expect(first && titleOf(first)).toBe(title);
  });

  test("a common word is no department", async () => {
    expect((await find("give me engineering drawing")).rows[0]?.code).toBe("CSE 102");
  });

  test.each([
    ["2021-22", [2021, 2022]],
    ["2021–22", [2021, 2022]],
    ["2021/22", [2021, 2022]],
    ["২০২১-২২", [2021, 2022]],
    ["operating systems 2021-22", [2021, 2022]],
    ["CSE 3205 2021-22", [2021, 2022]],
  ])("the session %s is the years %j", async (text, years) => {
    const found = await find(text);
    const all = found.rows.map(({ year }) => year ?? 0);
    expect([...new Set(all)].toSorted((one, other) => one - other)).toEqual(years);
    expect(found.leftOut).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { courseGrid } from "./course-grid.ts";
import type { Cell, ExamKey, GridInput, Place } from "./courses.ts";

const LAST_MONTHS = { spring: 6, summer: 9, fall: 12, winter: 14 };

/** Cells from lines such as "2025 final spring A 3": year, exam, term, set and answers; "-" for none. */
function cellsOf(lines: string): Cell[] {
  return lines
    .trim()
    .split("\n")
    .map((line, at) => {
      const [year = "0", examType = "", term = "", set = "", answers = "0"] = line
        .trim()
        .split(" ")
        .map((part) => (part === "-" ? "" : part));
      return {
        year: Number(year),
        examType,
        term,
        set,
        heldIn: "",
        papers: 1,
        codeNorm: "CSE2103",
        id: `q${at}`,
        answers: Number(answers),
      };
    });
}
const grid = (cells: Cell[], more: Partial<GridInput> = {}) =>
  courseGrid({ cells, notHeld: [], lastMonths: LAST_MONTHS, now: { year: 2026, month: 10 }, ...more });

/** One word for each place: "spring A" for a paper, "?spring" for a gap, "x" for not held, "~" for not yet. */
const sign = (place: Place): string =>
  ({
    paper: () => `${place.term || "yearly"}${place.state === "paper" && place.set ? ` ${place.set}` : ""}`,
    papers: () => `${place.term || "yearly"}*${place.state === "papers" ? place.papers : 0}`,
    gap: () => `?${place.term}`,
    notHeld: () => `x${place.term}`,
    notYet: () => `~${place.term}`,
  })[place.state]();
const drawn = (...args: Parameters<typeof grid>) =>
  Object.fromEntries(
    grid(...args).rows.map(({ year, places }) => [year, places.map((each) => each.map(sign).join(" "))]),
  );

/** The course of the design: 33 papers of eleven years, and 13 gaps. */
const SAMPLE = cellsOf(`
  2026 class-test spring A 0
  2026 class-test spring B 1
  2026 mid spring - 2
  2025 class-test spring - 1
  2025 mid spring - 4
  2025 mid fall - 2
  2025 final spring - 6
  2024 mid spring - 3
  2024 mid fall - 3
  2024 final spring - 5
  2024 final fall - 4
  2023 class-test spring A 2
  2023 class-test spring B 0
  2023 mid spring - 2
  2023 final spring - 7
  2023 final fall - 3
  2022 mid spring - 1
  2022 mid fall - 0
  2022 final spring - 4
  2022 final fall - 2
  2021 class-test fall - 1
  2021 mid spring - 5
  2021 mid fall - 1
  2021 final fall - 6
  2020 mid fall - 1
  2020 final fall - 3
  2019 mid - - 2
  2019 final - A 4
  2019 final - B 2
  2018 mid - - 1
  2018 final - - 5
  2017 final - - 2
  2016 final - - 8`);
const NOT_HELD: ExamKey[] = [
  { year: 2021, examType: "class-test", term: "spring" },
  { year: 2020, examType: "class-test", term: "spring" },
  { year: 2020, examType: "class-test", term: "fall" },
  { year: 2020, examType: "mid", term: "spring" },
  { year: 2020, examType: "final", term: "spring" },
];
const WANTED = [
  { year: 2026, examType: "final", term: "spring", wanted: 31, isMine: false },
  { year: 2025, examType: "class-test", term: "fall", wanted: 3, isMine: false },
  { year: 2025, examType: "final", term: "fall", wanted: 12, isMine: true },
  { year: 2023, examType: "mid", term: "fall", wanted: 5, isMine: false },
  { year: 2021, examType: "final", term: "spring", wanted: 2, isMine: false },
];

describe("the grid of a course", () => {
  test("shows the papers, gaps, exams that were not held and future exams of a course counted by hand", () => {
    expect(drawn(SAMPLE, { notHeld: NOT_HELD, wanted: WANTED })).toEqual({
      2026: ["spring A spring B", "spring ~fall", "?spring ~fall"],
      2025: ["spring ?fall", "spring fall", "spring ?fall"],
      2024: ["?spring", "spring fall", "spring fall"],
      2023: ["spring A spring B", "spring ?fall", "spring fall"],
      2022: ["?spring", "spring fall", "spring fall"],
      2021: ["xspring fall", "spring fall", "?spring fall"],
      2020: ["xspring xfall", "xspring fall", "xspring fall"],
      2019: ["?", "yearly", "yearly A yearly B"],
      2018: ["?", "yearly", "yearly"],
      2017: ["?", "?", "yearly"],
      2016: ["?", "?", "yearly"],
    });
  });

  test("counts the papers and gaps of each exam, and names the gap that most people want", () => {
    const counted = grid(SAMPLE, { notHeld: NOT_HELD, wanted: WANTED });
    expect(counted.exams).toEqual([
      { examType: "class-test", papers: 6, missing: 7 },
      { examType: "mid", papers: 13, missing: 3 },
      { examType: "final", papers: 14, missing: 3 },
    ]);
    expect([counted.papers, counted.missing]).toEqual([33, 13]);
    expect(counted.mostWanted).toEqual({ year: 2026, examType: "final", term: "spring", wanted: 31 });
  });

  test("gives each paper its set and answers, and each gap its requests", () => {
    const [row2026, row2025] = grid(SAMPLE, { wanted: WANTED }).rows;
    expect(row2026?.places[0]).toEqual([
      { state: "paper", term: "spring", set: "A", heldIn: "", id: "q0", answers: 0 },
      { state: "paper", term: "spring", set: "B", heldIn: "", id: "q1", answers: 1 },
    ]);
    expect(row2025?.places[2]?.[1]).toEqual({ state: "gap", term: "fall", wanted: 12, isMine: true });
  });

  test("has no term in a gap if the exam has the term in one other year only", () => {
    expect(drawn(cellsOf("2025 final spring\n2023 final fall"), { now: { year: 2025, month: 12 } })).toEqual({
      2025: ["spring"],
      2024: ["?"],
      2023: ["fall"],
    });
  });

  test("expects a term only since the course's first paper of this term", () => {
    const cells = cellsOf("2025 final fall\n2024 final fall\n2023 mid spring\n2022 mid spring");
    expect(drawn(cells, { now: { year: 2025, month: 12 } })).toEqual({
      2025: ["?spring", "fall"],
      2024: ["?spring", "fall"],
      2023: ["spring", "?"],
      2022: ["spring", "?"],
    });
  });

  test("has no gap beside a paper without a term or without an exam type, which may be the missing one", () => {
    const cells = cellsOf(
      "2025 final spring\n2024 final spring\n2025 final fall\n2024 final fall\n2023 final -\n2022 - spring",
    );
    const { 2023: yearly, 2022: unknown } = drawn(cells, { now: { year: 2025, month: 12 } });
    expect(yearly).toEqual(["yearly", ""]);
    expect(unknown).toEqual(["", "spring"]);
  });

  test("never misses an improvement exam", () => {
    expect(
      drawn(cellsOf("2025 improvement -\n2023 improvement -"), { now: { year: 2025, month: 12 } }),
    ).toEqual({
      2025: ["yearly"],
      2024: [""],
      2023: ["yearly"],
    });
  });

  test("continues until this year, and a new year begins when something is expected in it", () => {
    const cells = cellsOf("2023 final -");
    expect(drawn(cells, { now: { year: 2025, month: 3 } })).toEqual({
      2025: ["~"],
      2024: ["?"],
      2023: ["yearly"],
    });
    expect(drawn(cellsOf("2023 improvement -"), { now: { year: 2025, month: 3 } })).toEqual({
      2023: ["yearly"],
    });
  });

  test("misses the exam of a term from the term's last month on", () => {
    const cells = cellsOf("2024 final fall\n2023 final fall\n2024 final winter\n2023 final winter");
    const inYear = (year: number, month: number) => drawn(cells, { now: { year, month } })[2025];
    expect(inYear(2025, 11)).toEqual(["~fall ~winter"]);
    expect(inYear(2025, 12)).toEqual(["?fall ~winter"]);
    expect(inYear(2026, 1)).toEqual(["?fall ~winter"]);
    expect(inYear(2026, 2)).toEqual(["?fall ?winter"]);
  });

  test("shows a paper although a moderator recorded that the exam was not held", () => {
    const notHeld = [{ year: 2025, examType: "final", term: "" }];
    expect(drawn(cellsOf("2025 final fall"), { notHeld, now: { year: 2025, month: 12 } })[2025]).toEqual([
      "fall",
    ]);
  });

  test("shows one sign for a year in which no term held the exam", () => {
    const cells = cellsOf(
      "2025 final fall\n2024 final fall\n2025 final spring\n2024 final spring\n2022 final fall",
    );
    const notHeld = [{ year: 2023, examType: "final", term: "" }];
    expect(drawn(cells, { notHeld, now: { year: 2025, month: 12 } })[2023]).toEqual(["x"]);
  });

  test("ignores a request for a paper that exists", () => {
    const wanted = ["fall", ""].map((term) => ({
      year: 2025,
      examType: "final",
      term,
      wanted: 3,
      isMine: true,
    }));
    const shown = grid(cellsOf("2025 final fall"), { wanted, now: { year: 2025, month: 12 } });
    expect(shown.missing).toBe(0);
    expect(shown.mostWanted).toBeUndefined();
  });

  test("shows no gap beside a paper without a term, which may be the one that people want", () => {
    const wanted = [{ year: 2024, examType: "final", term: "fall", wanted: 12, isMine: false }];
    const shown = grid(cellsOf("2024 final -\n2023 final fall"), { wanted, now: { year: 2024, month: 12 } });
    expect(shown.missing).toBe(0);
    expect(shown.mostWanted).toBeUndefined();
  });

  test("shows a year or an exam that the course never had to the person who wants it, or if two people do", () => {
    const strange = (wanted: number, isMine: boolean) => [
      { year: 2015, examType: "final", term: "fall", wanted, isMine },
      { year: 2024, examType: "quiz", term: "fall", wanted, isMine },
    ];
    const shown = (wanted: number, isMine: boolean) =>
      drawn(cellsOf("2024 final fall"), {
        wanted: strange(wanted, isMine),
        now: { year: 2024, month: 12 },
      });
    expect(shown(1, false)).toEqual({ 2024: ["fall"] });
    expect(shown(1, true)).toEqual({ 2024: ["?fall", "fall"], 2015: ["", "?fall"] });
    expect(shown(2, false)).toEqual(shown(1, true));
  });

  test("a paper of one term overrides the record that no exam of the year was held", () => {
    const cells = cellsOf("2024 final spring\n2023 final fall\n2022 final fall");
    const notHeld = [{ year: 2024, examType: "final", term: "" }];
    expect(drawn(cells, { notHeld, now: { year: 2024, month: 12 } })[2024]).toEqual(["spring ?fall"]);
  });

  test("shows a number for many papers of one exam and for papers without ids", () => {
    const many = cellsOf(Array.from({ length: 7 }, (_, at) => `2025 final fall ${at}`).join("\n"));
    const counted: Cell = {
      year: 2024,
      examType: "final",
      term: "fall",
      set: "",
      heldIn: "",
      codeNorm: "CSE2103",
      papers: 900,
    };
    const merged: Cell = { ...counted, codeNorm: "CSE203", papers: 3 };
    const shown = grid([...many, counted, merged], { now: { year: 2025, month: 12 } });
    expect(shown.rows.map(({ places }) => places[0]?.map(sign))).toEqual([
      ["fall*7"],
      ["fall*900", "fall*3"],
    ]);
    expect(shown.papers).toBe(910);
  });

  test("keeps papers without a year apart from the years", () => {
    const shown = grid(cellsOf("0 final fall\n2025 final -"), { now: { year: 2025, month: 12 } });
    expect(shown.undated.map(sign)).toEqual(["fall"]);
    expect(shown.rows.map(({ year }) => year)).toEqual([2025]);
  });

  test("is empty for a course without papers", () => {
    expect(grid([])).toEqual({
      exams: [],
      rows: [],
      undated: [],
      papers: 0,
      missing: 0,
      mostWanted: undefined,
    });
  });
});

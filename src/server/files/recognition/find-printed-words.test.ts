import { expect, test } from "vitest";
import { findPrintedWords } from "./find-printed-words.ts";

const boxesOf = (lines: string[]) => JSON.stringify(lines.map((_line, at) => [0.1, at / 20, 0.8, 0.02]));

function wordsOf(lines: string[], item = { code: "CSE 3107", examType: "final", year: "2024" }) {
  const text = lines.join("\n");
  const found = findPrintedWords([{ page: 1, text, lineBoxes: boxesOf(lines) }], item);
  return found?.words.map(({ words, first, last }) => words.slice(first, last + 1).join(" "));
}

test.each([
  [
    ["Course: CSE-3107", "Final Examination, 2024"],
    ["CSE-3107", "Final Examination,", "2024"],
  ],
  [
    ["3rd Semester Term Final Exam Spring 2024", "Code : CSE - 3107   Time: 3 hours"],
    ["CSE - 3107", "Final Exam", "2024"],
  ],
  [
    ["কোর্স: CSE 3107", "চূড়ান্ত পরীক্ষা, ২০২৪"],
    ["CSE 3107", "চূড়ান্ত পরীক্ষা,", "২০২৪"],
  ],
  [
    ["Session: 2023-24   CSE3107", "Semester Final", "Date: 12 May 2024"],
    ["CSE3107", "Final", "2024"],
  ],
])("finds the code, the exam and the year in %j", (lines, words) => {
  expect(wordsOf(lines)).toEqual(words);
});

test.each([
  ["the year of a session", ["CSE 3107", "Final Examination", "Session: 2024-25"]],
  ["the first year of a session with spaces", ["CSE 3107", "Final Examination", "Session: 2024 - 2025"]],
  ["a date of another year", ["CSE 3107", "Final Examination", "12/05/2023"]],
  ["a longer code", ["CSE 3107A", "Final Examination, 2024"]],
  ["another exam", ["CSE 3107", "Improvement of the Final Examination, 2024"]],
  ["a final year", ["CSE 3107", "Final Year Examination, 2024"]],
  [
    "words behind the first question",
    ["University", "Department", "Test", "1. CSE 3107 Final Examination 2024"],
  ],
])("doesn't take %s for the words of an item", (_what, lines) => {
  expect(wordsOf(lines)).toBeUndefined();
});

test("takes a year that is also the number of the course from another place", () => {
  const item = { code: "CSE 2024", examType: "final", year: "2024" };
  expect(wordsOf(["CSE 2024", "Final Examination"], item)).toBeUndefined();
  expect(wordsOf(["CSE 2024", "Final Examination 2024"], item)?.[2]).toBe("2024");
});

test("takes all words from the first page that has them", () => {
  const page = (number: number, lines: string[]) => ({
    page: number,
    text: lines.join("\n"),
    lineBoxes: boxesOf(lines),
  });
  const item = { code: "CSE 3107", examType: "final", year: "2024" };
  const pages = [page(1, ["CSE 3107", "Cover"]), page(2, ["CSE 3107", "Final Examination 2024"])];
  expect(findPrintedWords(pages, item)?.page).toBe(2);
  expect(findPrintedWords([{ ...page(1, ["CSE 3107 Final Examination 2024"]), lineBoxes: null }], item)).toBe(
    undefined,
  );
});

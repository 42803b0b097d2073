import { expect, test } from "vitest";
import { proposeSplit } from "./propose-split.ts";

const page = (number: number, facts: Record<string, string> = {}, confidence = 0.95) => ({
  page: number,
  facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value, confidence }])),
});
const final = { code: "CSE 2103", examType: "final", year: "2019" };

test("an exam begins on a page that names another course, exam or year", () => {
  const pages = [page(1, final), page(2), page(3), page(4, { ...final, year: "2020" }), page(5)];
  expect(proposeSplit(pages, 6)).toEqual([
    [1, 3],
    [4, 6],
  ]);
});

test("Spring and Summer of one year are two exams, and a page without a term continues the exam", () => {
  const spring = { ...final, term: "spring" };
  const pages = [page(1, spring), page(2, final), page(3, { ...final, term: "summer" }), page(4, final)];
  expect(proposeSplit(pages, 4)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(proposeSplit([page(1, final), page(2, spring), page(3, spring)], 3)).toBe(undefined);
  expect(proposeSplit([page(1, final), page(2, { code: "CSE 2103", term: "fall" })], 2)).toBe(undefined);
});

test.each([
  ["heldIn", "may", "december"],
  ["set", "A", "B"],
])("papers with different values of %s are two exams", (name, first, second) => {
  const pages = [page(1, { ...final, [name]: first }), page(2, final), page(3, { ...final, [name]: second })];
  expect(proposeSplit(pages, 4)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(proposeSplit([page(1, final), page(2, { code: "CSE 2103", [name]: second })], 2)).toBe(undefined);
});

test("a heading that repeats on each page begins no exam", () => {
  expect(proposeSplit([page(1, final), page(2, final), page(3, { code: "CSE 2103", year: "2019" })], 3)).toBe(
    undefined,
  );
});

test("a single detail or a guess begins no exam", () => {
  expect(proposeSplit([page(1, final), page(2, { code: "CSE 2105" })], 2)).toBe(undefined);
  expect(proposeSplit([page(1, final), page(2, { ...final, year: "2020" }, 0.5)], 2)).toBe(undefined);
});

test("pages before the first heading belong to the first exam", () => {
  expect(proposeSplit([page(2, final), page(4, { ...final, code: "CSE 2105" })], 5)).toEqual([
    [1, 3],
    [4, 5],
  ]);
});

import { expect, test } from "vitest";
import { paginatorPages } from "./paginator-pages.ts";

/** The pages as a person sees them: one-based, with dots. */
const shown = (pageCount: number, selected: number) =>
  paginatorPages(pageCount, selected)
    .map((page) => (page === "break" ? "..." : page + 1))
    .join(" ");

test.each([
  [1, 0, "1"],
  [3, 1, "1 2 3"],
  [7, 0, "1 2 3 4 5 6 7"],
  [7, 3, "1 2 3 4 5 6 7"],
  [8, 0, "1 2 3 ... 6 7 8"],
  [20, 0, "1 2 3 ... 18 19 20"],
  [20, 9, "1 2 3 ... 9 10 11 ... 18 19 20"],
  [20, 4, "1 2 3 4 5 6 ... 18 19 20"],
  [20, 5, "1 2 3 4 5 6 7 ... 18 19 20"],
  [20, 19, "1 2 3 ... 18 19 20"],
  [20, 18, "1 2 3 ... 18 19 20"],
  [20, 17, "1 2 3 ... 17 18 19 20"],
])("for %i pages with index %i selected the entries are %s", (pageCount, selected, expected) => {
  expect(shown(pageCount, selected)).toBe(expected);
});

test("the entries contain the selected and the last page, in order, without two breaks in a row, for every page count", () => {
  for (let pageCount = 1; pageCount <= 60; pageCount++) {
    for (let selected = 0; selected < pageCount; selected++) {
      const pages = paginatorPages(pageCount, selected);
      const numbers = pages.filter((page) => page !== "break");
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbers).toContain(selected);
      expect(numbers).toContain(pageCount - 1);
      expect(pages.some((page, index) => page === "break" && pages[index + 1] === "break")).toBe(false);
    }
  }
});

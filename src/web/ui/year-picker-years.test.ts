import { expect, test } from "vitest";
import { firstCentre, moveOf, presentYear, shownSpan, yearRows } from "./year-picker-years.ts";

test("nine years, four before the centred one to four after, in rows of three", () => {
  expect(yearRows(2026)).toEqual([
    [2022, 2023, 2024],
    [2025, 2026, 2027],
    [2028, 2029, 2030],
  ]);
  expect(shownSpan(2026)).toEqual([2022, 2030]);
});

test.each([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["ArrowUp", -3],
  ["ArrowDown", 3],
  ["PageUp", -5],
  ["PageDown", 5],
])("%s moves the centre by %i", (key, years) => {
  expect(moveOf(key)).toBe(years);
});

test("Home and End go to the first and the last year shown", () => {
  const [first, last] = shownSpan(2026);
  expect(2026 + (moveOf("Home") ?? 0)).toBe(first);
  expect(2026 + (moveOf("End") ?? 0)).toBe(last);
});

test.each(["a", "Enter", " ", "Tab", "Escape", "toString", "__proto__"])("%j moves nothing", (key) => {
  expect(moveOf(key)).toBeUndefined();
});

test.each(["", "20a9", "১৯৯৯", "19", "20190"])("%j is no year to begin at: the present one is", (value) => {
  expect(firstCentre(value)).toBe(presentYear());
});

test("a field that has a year begins there", () => {
  expect(firstCentre("1999")).toBe(1999);
});

import { expect, test } from "vitest";
import { firstCentre, moveOf, presentYear, shownSpan, yearRows } from "./year-picker-years.ts";

test("nine years are shown in rows of three, with the chosen year in the centre", () => {
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

test("Home and End move to the first and the last of the shown years", () => {
  const [first, last] = shownSpan(2026);
  expect(2026 + (moveOf("Home") ?? 0)).toBe(first);
  expect(2026 + (moveOf("End") ?? 0)).toBe(last);
});

test.each(["a", "Enter", " ", "Tab", "Escape", "toString", "__proto__"])(
  "the key %j moves nothing",
  (key) => {
    expect(moveOf(key)).toBeUndefined();
  },
);

test.each(["", "20a9", "১৯৯৯", "19", "20190"])(
  "for the value %j the picker begins at the present year",
  (value) => {
    expect(firstCentre(value)).toBe(presentYear());
  },
);

test("for a year in its field the picker begins at that year", () => {
  expect(firstCentre("1999")).toBe(1999);
});

import { expect, test } from "vitest";
import { byHelpfulness, helpfulness } from "./helpfulness.ts";

// The bounds that Newcombe published in "Two-sided confidence intervals for the single proportion", 1998,
// table I.
test.each([
  [81, 263 - 81, 0.2553],
  [15, 148 - 15, 0.0624],
  [0, 20, 0],
  [1, 29 - 1, 0.0061],
])("for %i yes and %i no Wilson's lower bound is %d", (yes, no, bound) =>
  expect(helpfulness(yes, no)).toBeCloseTo(bound, 4),
);

test("an answer with many good votes is first, one without votes is before a bad one, and equal answers keep their order", () => {
  const votes: Record<string, { yes: number; no: number }> = {
    nineOfTen: { yes: 9, no: 1 },
    oneOfOne: { yes: 1, no: 0 },
    noneOfThree: { yes: 0, no: 3 },
    noneOfOne: { yes: 0, no: 1 },
  };
  const answers = ["noneOfThree", "new", "oneOfOne", "noneOfOne", "newer", "nineOfTen"];
  expect(byHelpfulness(answers, (name) => votes[name])).toEqual([
    "nineOfTen",
    "oneOfOne",
    "new",
    "newer",
    "noneOfOne",
    "noneOfThree",
  ]);
});

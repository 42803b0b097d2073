import { expect, test } from "vitest";
import { shownRow } from "../../../../tests/support/web/shown-row.ts";
import { rowsForMonth } from "./rows-for-month.ts";

const FINAL = { code: "CSE 4503", year: "2018", examType: "final" };
const row = (id: string, values: Record<string, string>, change: object = {}) =>
  shownRow(id, {
    fields: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, from: "you" as const }]),
    ),
    ...change,
  });

test("the batch asks for the month of papers that nothing tells from another paper of the same exam", () => {
  const rows = [
    row("1", FINAL),
    row("2", { ...FINAL, code: "cse-4503", heldIn: "december" }),
    row("3", { ...FINAL, year: "2017" }),
    row("4", { ...FINAL, year: "2016" }, { hasTwin: true }),
    row("5", { ...FINAL, year: "2015", set: "A" }),
    row("6", { ...FINAL, year: "2015", set: "B" }),
    row("7", { ...FINAL, year: "2014" }, { status: "leftOut" }),
    row("8", { ...FINAL, year: "2014" }),
    row("9", { ...FINAL, year: "2013" }, { status: "duplicate", hasTwin: true }),
    row("10", { ...FINAL, year: "2013" }),
    row("11", { ...FINAL, year: "2012", set: "A" }),
    row("12", { ...FINAL, year: "2012", set: "A" }),
    row("13", { ...FINAL, year: "2012", set: "B" }),
  ];
  expect([...rowsForMonth(rows)]).toEqual(["1", "4", "11", "12"]);
});

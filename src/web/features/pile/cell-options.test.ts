import { expect, test } from "vitest";
import { shownRow } from "../../../../tests/support/web/shown-row.ts";
import { optionsFor, valueOfText } from "./cell-options.ts";
import { type Column, fieldAt, type FieldOfRow } from "./columns.ts";
import type { ShownDetail, ShownRow } from "./pile-view.ts";

const sure = (value: string): ShownDetail => ({ value, from: "file", confidence: "sure" });
const guess = (value: string): ShownDetail => ({ value, from: "file", confidence: "guess" });

const paper = (id: string, fields: ShownRow["fields"]): ShownRow => shownRow(id, { fields });
const others = [
  paper("1", { code: sure("CSE 2103"), subject: sure("Data Structures") }),
  paper("2", { code: sure("CSE 2103"), subject: guess("Data Strudures") }),
  paper("3", { code: sure("CSE 4508"), subject: sure("Operating Systems") }),
];

/** The offered values of a paper's field. */
function offered(row: ShownRow, column: Column, typed?: string): string[] {
  const field = fieldAt(row, column) as FieldOfRow;
  const suggestions = { courses: [{ code: "EEE 1105", subject: "Electrical Circuits", department: "EEE" }] };
  return optionsFor({ row, field, rows: [...others, row], suggestions }, typed).map(({ value }) => value);
}

test("offers the title that other papers of the course have, and never another paper's guess", () => {
  expect(offered(paper("4", { code: sure("cse2103") }), "subject")).toEqual(["Data Structures"]);
});

test("offers the title of the archive's course after what was read", () => {
  const row = paper("4", { code: sure("EEE 1105"), subject: guess("Electrcal Circits") });
  expect(offered(row, "subject")).toEqual(["Electrcal Circits", "Electrical Circuits"]);
});

test("offers what the paper prints, and then the answer for all papers", () => {
  const row = paper("4", { term: { value: "spring", from: "all", printed: "fall" } });
  expect(offered(row, "term")).toEqual(["fall", "spring", "summer", "winter"]);
});

test("offers the code of a title, unless the title is a guess", () => {
  expect(offered(paper("4", { subject: sure("Operating Systems") }), "code")).toEqual(["CSE 4508"]);
  expect(offered(paper("4", { subject: guess("Operating Systems") }), "code")).toEqual([]);
});

test("offers only values that contain the typed text", () => {
  expect(offered(paper("4", { code: sure("CSE 2103") }), "subject", "oper")).toEqual(["Operating Systems"]);
});

test("shows the label of a department, and offers each department once", () => {
  const [row, other] = ["4", "5"].map((id) => paper(id, { department: sure("ece") }));
  const field = fieldAt(row as ShownRow, "department") as FieldOfRow;
  const rows = [row as ShownRow, other as ShownRow];
  const options = (typed?: string) => optionsFor({ row, field, rows, suggestions: {} }, typed);
  expect(options()).toMatchObject([{ value: "ece", text: "EEE" }]);
  expect(options("ee")).toMatchObject([{ value: "ece", text: "EEE" }]);
  expect(valueOfText(field, "eee")).toBe("ece");
});

test("offers first that none is printed, or the value of the last paper, until the person types", () => {
  const empty = shownRow("4", { unconfirmed: ["examType"] });
  expect(offered(empty, "examType").slice(0, 2)).toEqual(["", "class-test"]);
  expect(offered(empty, "examType", "f")).toEqual(["final"]);
  const university = { value: "Sample University", from: "last" } as const;
  const last = shownRow("4", { fields: { university }, unconfirmed: ["university"] });
  expect(offered(last, "university")).toEqual(["Sample University"]);
  expect(offered(shownRow("4", { fields: { university } }), "university")).toEqual([]);
});

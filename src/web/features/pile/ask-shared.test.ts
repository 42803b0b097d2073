import { expect, test } from "vitest";
import { shownRow } from "../../../../tests/support/web/shown-row.ts";
import { maybeNone, nextQuestion } from "./ask-shared.ts";
import type { ShownDetail, ShownRow } from "./pile-view.ts";

const none = new Set<string>();

/** A paper with these details from its file, or from the last paper of its contributor. */
function paper(id: string, read: Record<string, string>, last: Record<string, string> = {}): ShownRow {
  const detail = (from: "file" | "last") => (entry: [string, string]) => {
    const shown: ShownDetail = { value: entry[1], from, ...(from === "file" && { confidence: "sure" }) };
    return [entry[0], shown] as const;
  };
  const entries = [...Object.entries(last).map(detail("last")), ...Object.entries(read).map(detail("file"))];
  const unconfirmed = ["examType", "year", "university"].filter((name) => !(name in read));
  return shownRow(id, { fields: Object.fromEntries(entries), unconfirmed });
}
const full = { department: "CSE", term: "spring", examType: "final", semester: "3", year: "2024" };

test("asks for the university of all papers, with how many print it", () => {
  const rows = [
    paper("1", { ...full, university: "A" }),
    paper("2", { ...full, university: "A" }),
    paper("3", full),
    paper("4", full),
  ];
  expect(nextQuestion(rows, none)).toEqual({
    column: "university",
    rows: "all",
    count: 4,
    value: "A",
    printed: 2,
    read: 4,
    isLast: false,
  });
});

test("asks the next detail after an answer, and nothing when no paper lacks one", () => {
  const rows = [paper("1", { department: "CSE" }), paper("2", { department: "CSE" })];
  const answered = new Set(["university"]);
  expect(nextQuestion(rows, answered)?.column).toBe("term");
  expect(nextQuestion(rows, answered)?.value).toBe("");
  expect(nextQuestion(rows, new Set(["university", "term", "examType", "year"]))).toBeUndefined();
});

test("asks only for the papers without the detail if the others differ a little", () => {
  const rows = ["1", "2", "3", "4", "5"].map((id) => paper(id, full));
  const other = paper("6", { ...full, term: "fall" });
  const lacking = ["7", "8"].map((id) => paper(id, { ...full, term: "" }));
  for (const row of lacking) delete row.fields["term"];
  const question = nextQuestion([...rows, other, ...lacking], new Set(["university"]));
  expect(question).toMatchObject({ column: "term", rows: ["7", "8"], count: 2, value: "spring", printed: 5 });
});

test("doesn't ask for a detail that differs between the papers", () => {
  const rows = ["spring", "fall", "summer"].map((term, index) => paper(String(index), { ...full, term }));
  const lacking = ["7", "8"].map((id) => paper(id, full));
  for (const row of lacking) delete row.fields["term"];
  expect(nextQuestion([...rows, ...lacking], new Set(["university"]))).toBeUndefined();
});

test("proposes the university of the last paper if no paper prints one", () => {
  const rows = [paper("1", full, { university: "B" }), paper("2", full, { university: "B" })];
  expect(nextQuestion(rows, none)).toMatchObject({
    column: "university",
    value: "B",
    printed: 0,
    isLast: true,
  });
});

test("asks nothing about one paper, and nothing before a paper is read", () => {
  expect(nextQuestion([paper("1", {})], none)).toBeUndefined();
  const unread = [paper("1", {}), paper("2", {})].map((row): ShownRow => ({ ...row, status: "reading" }));
  expect(nextQuestion(unread, none)).toBeUndefined();
});

test("asks for the exam of papers that print none, until the person confirms that", () => {
  const { examType: _, ...others } = full;
  const answered = new Set(["university", "department", "term"]);
  const rows = [paper("1", others), paper("2", others)];
  expect(nextQuestion(rows, answered)).toMatchObject({
    column: "examType",
    rows: "all",
    value: "",
    printed: 0,
  });
  expect(maybeNone(rows, "examType")).toEqual(rows);
  const confirmed = rows.map((row): ShownRow => ({ ...row, unconfirmed: [] }));
  expect(nextQuestion(confirmed, answered)).toBeUndefined();
  expect(maybeNone(confirmed, "examType")).toEqual([]);
});

test("asks nothing about a detail that the kind of all papers doesn't have", () => {
  const notes = [paper("1", {}), paper("2", {})].map((row): ShownRow => ({ ...row, kind: "note" }));
  expect(nextQuestion(notes, new Set(["university", "department"]))).toBeUndefined();
});

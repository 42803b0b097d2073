import { expect, test } from "vitest";
import { shownRow } from "../../../../tests/support/web/shown-row.ts";
import { applyEdits, type Edit } from "./apply-edits.ts";
import { markOf } from "./mark-of.ts";
import type { ShownRow } from "./pile-view.ts";

const row = (id: string, change: Partial<ShownRow> = {}): ShownRow =>
  shownRow(id, {
    status: "missing",
    fields: {
      code: { value: "CSE 2103", from: "file", confidence: "sure" },
      subject: { value: "Data", from: "file", confidence: "guess" },
      department: { value: "CSE", from: "last" },
    },
    missing: ["year"],
    ...change,
  });

test("a row is ready when its missing detail is there and its guess is confirmed", () => {
  const [edited] = applyEdits([row("1")], [{ rows: ["1"], values: { year: "2024" } }]);
  expect(edited).toMatchObject({ status: "check", missing: [] });
  const [confirmed] = applyEdits([row("1")], [{ rows: ["1"], values: { year: "2024", subject: "Data" } }]);
  expect(confirmed).toMatchObject({ status: "ready", fields: { subject: { value: "Data", from: "you" } } });
});

test("a required detail that is emptied is missing again", () => {
  const [emptied] = applyEdits([row("1", { status: "ready", missing: [] })], [{ values: { code: "" } }]);
  expect(emptied).toMatchObject({ status: "missing", missing: ["code", "year"] });
});

test("a row without a change stays the same object, and a sent row never changes", () => {
  const rows = [row("1"), row("2", { status: "sent" })];
  const edited = applyEdits(rows, [{ rows: ["2"], values: { year: "2024" } }]);
  expect(edited[0]).toBe(rows[0]);
  expect(edited[1]).toBe(rows[1]);
});

test("a duplicate stays out until it is sent anyway, and a row that was taken out comes back", () => {
  const duplicate = row("1", { status: "duplicate", missing: [] });
  expect(applyEdits([duplicate], [{ values: { year: "2024" } }])[0]?.status).toBe("duplicate");
  expect(applyEdits([duplicate], [{ sendAnyway: true }])[0]?.status).toBe("missing");
  const out = applyEdits([duplicate], [{ leftOut: true }]);
  expect(out[0]?.status).toBe("leftOut");
  expect(applyEdits(out, [{ leftOut: false }])[0]?.status).toBe("missing");
});

test("a better copy is a duplicate again when the person takes the choice back or changes the kind", () => {
  const duplicate = { reason: "samePage", itemId: "item" };
  const same = row("1", { status: "duplicate", missing: [], duplicate });
  const better = { betterCopyOf: "item" };
  expect(applyEdits([same], [better])[0]).toMatchObject({ status: "missing", ...better });
  for (const change of [{ sendAnyway: false }, { kind: "note" }]) {
    const [edited] = applyEdits([same], [better, change]);
    expect(edited).toMatchObject({ status: "duplicate", duplicate });
    expect(edited?.betterCopyOf).toBeUndefined();
  }
  expect(applyEdits([same], [better, { kind: "question" }])[0]).toMatchObject({
    status: "missing",
    ...better,
  });
});

test("a paper that prints something else than the answer for all papers is to check until the person chose a value", () => {
  const fields = { year: { value: "2022", from: "all", printed: "2019" } } as const;
  const other = row("1", { status: "check", missing: [], fields: { ...row("1").fields, ...fields } });
  const [edited] = applyEdits([other], [{ values: { subject: "Data" } }]);
  expect(edited?.status).toBe("check");
  const [chosen] = applyEdits([other], [{ values: { subject: "Data", year: "2019" } }]);
  expect(chosen).toMatchObject({ status: "ready", fields: { year: { value: "2019", from: "you" } } });
});

test("a PDF of several exams is to check until the person keeps it as one paper", () => {
  const proposedSplit: ShownRow["proposedSplit"] = [
    [1, 2],
    [3, 3],
  ];
  const year = { value: "2022", from: "you" } as const;
  const whole = row("1", {
    status: "check",
    missing: [],
    proposedSplit,
    fields: { ...row("1").fields, year },
  });
  expect(applyEdits([whole], [{ values: { subject: "Data" } }])[0]?.status).toBe("check");
  const [kept] = applyEdits([whole], [{ values: { subject: "Data" } }, { keepWhole: true }]);
  expect(kept).toMatchObject({ status: "ready", proposedSplit: undefined });
});

test("a file has the same mark each time, and another file has another one", () => {
  const file = { size: 1_000, lastModified: 5 };
  expect(markOf(file, "a/b.pdf")).toBe(markOf({ ...file }, "a/b.pdf"));
  const marks = [markOf(file, "a/b.pdf"), markOf(file, "a/c.pdf"), markOf({ ...file, size: 999 }, "a/b.pdf")];
  expect(new Set(marks).size).toBe(3);
});

test("a row is ready when its empty exam and the university of the last paper are confirmed", () => {
  const fields = { university: { value: "Sample University", from: "last" } } as const;
  const open = row("1", { status: "check", missing: [], fields, unconfirmed: ["examType", "university"] });
  const [half] = applyEdits([open], [{ values: { examType: "" } }]);
  expect(half).toMatchObject({ status: "missing", unconfirmed: ["university"] });
  const { code, department } = row("1").fields;
  const others = {
    code,
    department,
    subject: { value: "Data", from: "you" },
    year: { value: "2024", from: "you" },
  };
  const filled = { ...open, fields: { ...others, ...fields } } as ShownRow;
  expect(applyEdits([filled], [{ values: { examType: "" } }])[0]?.status).toBe("check");
  const edits: Edit[] = [{ values: { examType: "" } }, { values: { university: "Sample University" } }];
  expect(applyEdits([filled], edits)[0]).toMatchObject({ status: "ready", unconfirmed: [] });
});

test("a row that becomes a paper of an exam needs its exam and university confirmed, and a note doesn't", () => {
  const { code, department } = row("1").fields;
  const fields = {
    code,
    department,
    subject: { value: "Data", from: "you" },
    year: { value: "2024", from: "you" },
  };
  const note = row("1", { kind: "note", status: "ready", missing: [], fields } as Partial<ShownRow>);
  const [question] = applyEdits([note], [{ kind: "question" }]);
  expect(question).toMatchObject({ status: "check", unconfirmed: ["examType", "university"] });
  expect(applyEdits([question as ShownRow], [{ kind: "note" }])[0]?.unconfirmed).toEqual([]);
});

import { expect, test } from "vitest";
import { rowCounts } from "./row-counts.ts";

type Row = Parameters<typeof rowCounts>[0][number];

const row = (id: string, change: Partial<Row> = {}): Row => ({
  id,
  state: "draft",
  sendAt: null,
  sendAnyway: 0,
  betterCopyOf: null,
  duplicate: null,
  ...change,
});
const copyOf = (rowId: string) => JSON.stringify({ reason: "sameFile", rowId });

test("the list counts a copy only while the other row is in the batch", () => {
  const copy = row("b", { duplicate: copyOf("a") });
  expect(rowCounts([row("a"), copy]).duplicates).toBe(1);
  expect(rowCounts([copy]).duplicates).toBe(0);
  expect(rowCounts([row("a", { state: "leftOut" }), copy]).duplicates).toBe(0);
  expect(rowCounts([copy, row("c", { duplicate: copyOf("a") })]).duplicates).toBe(1);
});

test("the list counts no copy that is being sent or that the person sends anyway", () => {
  const duplicate = JSON.stringify({ reason: "sameLink", itemId: "item" });
  const rows = [
    row("a", { duplicate }),
    row("b", { duplicate, sendAt: 1 }),
    row("c", { duplicate, sendAnyway: 1 }),
    row("d", { duplicate, betterCopyOf: "item" }),
    row("e", { state: "sent" }),
  ];
  expect(rowCounts(rows)).toEqual({ counts: { draft: 4, sent: 1 }, sending: 1, duplicates: 1 });
});

test("the list counts a paper that only looks like another one as a paper to confirm", () => {
  const exam = { code: "CSE 2103", year: "2019" };
  const duplicate = JSON.stringify({ reason: "samePage", itemId: "item", exam });
  expect(rowCounts([row("a", { duplicate })]).duplicates).toBe(0);
});

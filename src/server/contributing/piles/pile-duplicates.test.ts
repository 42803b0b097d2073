import { expect, test } from "vitest";
import type { PileRowTable } from "../../platform/index.ts";
import { duplicatesOf } from "./pile-duplicates.ts";

const row = (id: string, copyOf?: string, state: PileRowTable["state"] = "draft"): PileRowTable => ({
  id,
  pileId: "pile",
  position: 1,
  kind: "question",
  label: "a.pdf",
  fields: "{}",
  link: null,
  state,
  problem: null,
  sendAnyway: 0,
  keepWhole: 0,
  duplicate: copyOf === undefined ? null : JSON.stringify({ reason: "sameFile", rowId: copyOf }),
  alike: null,
  betterCopyOf: null,
  failure: null,
  itemId: null,
  sendAt: null,
  version: 1,
});
const copies = (rows: PileRowTable[]) =>
  Object.fromEntries([...duplicatesOf(rows)].map(([id, { rowId }]) => [id, rowId]));

test("a copy of a row of the pile is a duplicate while the row is there, also when it is sent", () => {
  expect(copies([row("a"), row("b", "a"), row("c", "a")])).toEqual({ b: "a", c: "a" });
  expect(copies([row("a", undefined, "sent"), row("b", "a")])).toEqual({ b: "a" });
});

test("if the row is removed or left out, its first copy takes its place, and the others are copies of this one", () => {
  expect(copies([row("b", "a"), row("c", "a")])).toEqual({ c: "b" });
  expect(
    copies([row("a", undefined, "leftOut"), row("b", "a", "leftOut"), row("c", "a"), row("d", "a")]),
  ).toEqual({
    d: "c",
  });
});

test("a duplicate of an item of the archive stays one", () => {
  const stored = { ...row("b"), duplicate: JSON.stringify({ reason: "sameFile", itemId: "item" }) };
  expect(duplicatesOf([stored]).get("b")).toMatchObject({ reason: "sameFile", itemId: "item" });
});

import { expect, test } from "vitest";
import { countTurns, useShare } from "../../../../tests/support/platform/busy.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import { schemaOf } from "./desk-plan.ts";
import { countEffects } from "./desk-preview.ts";

const by: User = {
  id: "one",
  email: "one@example.edu",
  displayName: "One",
  photoURL: null,
  role: "admin",
  areas: [],
};

test("a preview lets other requests have their turn between its items", async () => {
  const gone = {
    get found() {
      useShare();
      return { item: undefined, change: undefined };
    },
    seen: { version: 1, changeId: null },
    isHeld: false,
  };
  const command = { action: "approve" as const };
  const { turns, result } = await countTurns(() => countEffects(by, command, [gone, gone, gone, gone]));
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(result).toMatchObject({ total: 4, outside: 4 });
});

test("the schema of a kind is built once, with and without a file", () => {
  const schemas = kinds.flatMap((kind) => [schemaOf(kind, true), schemaOf(kind, false)]);
  expect(kinds.flatMap((kind) => [schemaOf(kind, true), schemaOf(kind, false)])).toEqual(schemas);
  for (const [index, kind] of kinds.entries()) expect(schemaOf(kind, true)).toBe(schemas[index * 2]);
});

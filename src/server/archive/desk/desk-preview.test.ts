import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { kinds } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/policy.ts";
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

test("a preview of 1,000 items lets other requests have their turn after every 25 items", async () => {
  let turns = 0;
  const done = new AbortController();
  const counting = (async () => {
    while (!done.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const gone = {
    found: { item: undefined, change: undefined },
    seen: { version: 1, changeId: null },
    isHeld: false,
  };
  const counts = await countEffects(
    by,
    { action: "approve" },
    Array.from({ length: 1_000 }, () => gone),
  );
  done.abort();
  expect(turns).toBeGreaterThanOrEqual(38);
  await counting;
  expect(counts).toMatchObject({ total: 1_000, outside: 1_000 });
});

test("the schema of a kind is built once, with and without a file", () => {
  const schemas = kinds.flatMap((kind) => [schemaOf(kind, true), schemaOf(kind, false)]);
  expect(kinds.flatMap((kind) => [schemaOf(kind, true), schemaOf(kind, false)])).toEqual(schemas);
  for (const [index, kind] of kinds.entries()) expect(schemaOf(kind, true)).toBe(schemas[index * 2]);
});

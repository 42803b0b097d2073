import { expect, test } from "vitest";
import { createUsedTime } from "./used-time.ts";

test("a tenth of the elapsed time is forgiven", () => {
  let now = 0;
  const used = createUsedTime(() => now);
  used.add("a", 8_000);
  expect(used.by("a")).toBe(8_000);
  now += 40_000;
  expect(used.by("a")).toBe(4_000);
  used.add("a", 1_000);
  expect(used.by("a")).toBe(5_000);
});

test("an owner whose time is forgiven is deleted", () => {
  let now = 0;
  const used = createUsedTime(() => now);
  for (let owner = 0; owner < 10_000; owner += 1) {
    now += 100;
    used.add(`owner ${owner}`, 100);
  }
  expect(used.size()).toBeLessThanOrEqual(11);
});

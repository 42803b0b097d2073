import { describe, expect, test } from "vitest";
import { PHONE, pileSite, WIDE } from "../support/archive/pile-screens.ts";
import { watchPile } from "../support/archive/watch-pile.ts";

const { site, open, begin } = pileSite();
/** The largest sum of shifts while papers arrive. */
const MAX_SHIFT = 0.02;

/** The numbers of texts such as "3 of 8 read", by their last word. */
function counters(texts: string[]): Record<string, [done: number, all: number][]> {
  const found: Record<string, [number, number][]> = {};
  for (const text of texts) {
    const [done = 0, all = 0] = (text.match(/\d+/g) ?? []).map(Number);
    (found[text.split(" ").at(-1) ?? ""] ??= []).push([done, all]);
  }
  return found;
}

describe.each([
  ["wide screen", WIDE],
  ["phone", PHONE],
])("while papers arrive on a %s", (_name, options) => {
  test("nothing moves, the counters only grow, and a question that is shown stays", async () => {
    const { page, complaints, close } = await open(options);
    const seen = await watchPile(page);
    await page.goto(`${site.server.origin}/dashboard/contribute`);
    await begin(page);
    const { shift, moved, progress, questions } = await seen();
    for (const numbers of Object.values(counters(progress)))
      for (const [index, [done, all]] of numbers.entries()) {
        const [doneBefore, allBefore] = numbers[index - 1] ?? [0, 0];
        expect(done, progress.join(", ")).toBeGreaterThanOrEqual(doneBefore);
        expect(all, progress.join(", ")).toBeGreaterThanOrEqual(allBefore);
      }
    expect(questions.length, questions.join(" | ")).toBeLessThanOrEqual(1);
    expect(shift, moved.join("\n")).toBeLessThan(MAX_SHIFT);
    const closed = page.locator(".pile-group:not([open])");
    for (const name of ["check", "duplicate", "refused"])
      expect(await closed.locator(`.pile-is-${name}`).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});

import { expect, test } from "vitest";
import { heightAt } from "./fit-line.ts";
import { followFold } from "./follow-fold.ts";

const bend = { at: 200, by: 0.002, side: "left" as const };
const long = (top: number) => ({ left: 100, right: 1_000, height: 30, middle: [top, 0, 0] as const, bend });
const short = { left: 100, right: 260, height: 30, middle: [152, 0, 0] as const };

test("lines in a fold are longer, and short ones bend like their neighbours", () => {
  const [first, , , found] = followFold([long(100), long(200), long(300), short]);
  expect(first).toMatchObject({ left: 64, right: 1_000 });
  expect(found?.left).toBe(64);
  if (!found) throw new Error("The short line is missing.");
  expect(heightAt(found, 100)).toBeGreaterThan(heightAt(found, 260) + 10);
});

test("a part of a line that was marked alone goes into the longer line", () => {
  const part = { left: 66, right: 96, height: 30, middle: [heightAt(long(100), 80), 0, 0] as const };
  expect(followFold([long(100), long(200), long(300), part])).toHaveLength(3);
});

test("fewer than three bent lines don't tell that the page lies in a fold", () => {
  expect(followFold([long(100), short])).toEqual([long(100), short]);
  expect(followFold([long(100), long(200), short])).toEqual([long(100), long(200), short]);
});

test("lines don't change on a page without a fold", () => {
  const lines = [1, 2, 3, 4].map((row) => ({
    left: 10,
    right: 900,
    height: 20,
    middle: [row * 50, 0, 0] as const,
  }));
  expect(followFold([...lines, short])).toEqual([...lines, short]);
});

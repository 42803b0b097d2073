import { expect, test } from "vitest";
import { heightAt } from "./fit-line.ts";
import { followFold } from "./follow-fold.ts";

const bend = { at: 200, by: 0.002, side: "left" as const };
const long = (top: number) => ({ left: 100, right: 1_000, height: 30, middle: [top, 0, 0] as const, bend });
const short = { left: 100, right: 260, height: 30, middle: [152, 0, 0] as const };

const page = [100, 200, 300, 400, 500, 600].map(long);

test("lines in a fold are longer, and short ones bend like their neighbours", () => {
  const [first, , , , , , found] = followFold([...page, short], 1_100) ?? [];
  expect(first).toMatchObject({ left: 64, right: 1_000 });
  expect(found?.left).toBe(64);
  if (!found) throw new Error("The short line is missing.");
  expect(heightAt(found, 100)).toBeGreaterThan(heightAt(found, 260) + 10);
});

test("a part of a line that was marked alone goes into the longer line", () => {
  const part = { left: 66, right: 96, height: 30, middle: [heightAt(long(100), 80), 0, 0] as const };
  expect(followFold([...page, part], 1_100)).toHaveLength(page.length);
});

test("a few bent lines don't tell that the page lies in a fold", () => {
  expect(followFold([...page.slice(0, 3), short], 1_100)).toBeUndefined();
});

test("a page whose lines don't bend has no fold", () => {
  const lines = [1, 2, 3, 4].map((row) => ({
    left: 10,
    right: 900,
    height: 20,
    middle: [row * 50, 0, 0] as const,
  }));
  expect(followFold([...lines, short], 1_100)).toBeUndefined();
});

test("a fold in the middle of a photo of two pages doesn't count", () => {
  expect(followFold([...page, short], 400)).toBeUndefined();
});

import { expect, test } from "vitest";
import type { TextLine } from "./find-lines.ts";
import { between, rowsOf } from "./order-lines.ts";

const line = (left: number, right: number, y: number, slope = 0): TextLine => ({
  left,
  right,
  middle: [y - slope * left, slope, 0],
  height: 30,
});
const part = (text: string, ...place: Parameters<typeof line>) => ({ text, line: line(...place) });
const textsOf = (parts: ReturnType<typeof part>[], width = 1_000) =>
  rowsOf(parts, width).map((row) => row.map(({ text }) => text).join(" | "));

test("parts at one height are one row, from left to right", () => {
  const parts = [part("Marks: 70", 700, 900, 103), part("Code", 400, 600, 20), part("Time", 100, 300, 100)];
  expect(textsOf(parts)).toEqual(["Code", "Time | Marks: 70"]);
});

test("the rows of a slanted page follow its slope", () => {
  const slope = 0.06;
  const parts = [0, 1, 2].flatMap((row) => [
    part(`left ${row}`, 100, 500, 100 + row * 40, slope),
    part(`right ${row}`, 550, 900, 100 + row * 40 + 450 * slope, slope),
  ]);
  expect(textsOf(parts)).toEqual(["left 0 | right 0", "left 1 | right 1", "left 2 | right 2"]);
});

test("two pages in one photo are read one after the other", () => {
  const page = (name: string, left: number) =>
    Array.from({ length: 10 }, (_, row) => part(`${name} ${row}`, left, left + 400, 100 + row * 50));
  const read = textsOf([...page("right", 560), ...page("left", 40)]);
  expect(read.slice(0, 2)).toEqual(["left 0", "left 1"]);
  expect(read.slice(10, 12)).toEqual(["right 0", "right 1"]);
});

test("a wide gap in a row becomes three spaces", () => {
  expect(between(line(0, 100, 0), line(110, 200, 0))).toBe(" ");
  expect(between(line(0, 100, 0), line(400, 500, 0))).toBe("   ");
});

import { expect, test } from "vitest";
import { asText, inReadingOrder, type TextPiece } from "./reading-order.ts";

const SIZE = 10;
/** A piece of text whose chars are half as wide as they are high. */
const at = (left: number, baseline: number, text: string): TextPiece => ({
  text,
  left,
  right: left + text.length * (SIZE / 2),
  baseline,
  size: SIZE,
});

const textOf = (pieces: TextPiece[]): string => inReadingOrder(pieces).map(asText).join("\n");

test("the head of a page comes first, although its file has it last", () => {
  const pieces = [at(0, 40, "1. Define a stack."), at(0, 10, "Sample University"), at(0, 25, "CSE 2103")];
  expect(textOf(pieces)).toBe("Sample University\nCSE 2103\n1. Define a stack.");
});

test("cells of one line are joined, and a wide gap stays visible", () => {
  const pieces = [at(200, 10, "Time: 3 hours"), at(0, 10.5, "Course Code:"), at(63, 11, "CSE 2103")];
  expect(textOf(pieces)).toBe("Course Code: CSE 2103   Time: 3 hours");
});

test("pieces of one word are joined without a space", () => {
  expect(textOf([at(0, 10, "Exam"), at(20.4, 10, "ination")])).toBe("Examination");
});

test("an index stays on the line of its letter", () => {
  expect(textOf([at(0, 20, "Find x"), at(30.5, 23, "2")])).toBe("Find x2");
});

const line = (column: string, n: number) => `The ${column} column holds this line ${n}`;
const columns = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    at(0, 40 + 12 * n, line("left", n)),
    at(220, 41 + 12 * n, line("right", n)),
  ]);

test("columns are read one after the other, below a head and above a foot", () => {
  const body = columns(10);
  const pieces = [
    ...body.flat(),
    at(0, 10, "A head that is as wide as the page, over both columns of it"),
    at(0, 200, "A foot"),
  ];
  expect(textOf(pieces).split("\n")).toEqual([
    "A head that is as wide as the page, over both columns of it",
    ...body.map((_, n) => line("left", n)),
    "A foot",
    ...body.map((_, n) => line("right", n)),
  ]);
});

test("a short list of pairs is read line by line", () => {
  expect(textOf(columns(7).flat()).split("\n")[0]).toBe(`${line("left", 0)}   ${line("right", 0)}`);
});

test("marks at the right edge stay beside their questions", () => {
  const pieces = Array.from({ length: 12 }, (_, n) => [
    at(0, 10 + 12 * n, `${n + 1}. Explain this question of the paper`),
    at(300, 10 + 12 * n, "5"),
  ]);
  expect(textOf(pieces.flat()).split("\n")[3]).toBe("4. Explain this question of the paper   5");
});

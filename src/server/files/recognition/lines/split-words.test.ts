import { expect, test } from "vitest";
import { splitWords } from "./split-words.ts";

/** A picture of 48 px height with black bars for letters. */
function picture(bars: [left: number, right: number][], width = 200) {
  const data = new Uint8Array(width * 48).fill(255);
  for (const [left, right] of bars) {
    for (let row = 12; row < 36; row += 1) data.fill(0, row * width + left, row * width + right);
  }
  return { data, width, height: 48 };
}

const letter = (text: string, x: number, spaceBefore = 0) => ({ text, x, confidence: 1, spaceBefore });
const textOf = (letters: { text: string }[]) => letters.map(({ text }) => text).join("");

test("a gap that is wider than those between letters gets a space", () => {
  const line = picture([
    [10, 30],
    [33, 50],
    [62, 80],
  ]);
  expect(textOf(splitWords([letter("a", 20), letter("b", 42), letter("c", 70)], line))).toBe("ab c");
});

test("a narrow gap gets a space only if the network saw one", () => {
  const line = picture([
    [10, 30],
    [35, 50],
  ]);
  expect(textOf(splitWords([letter("a", 20), letter("b", 42)], line))).toBe("ab");
  expect(textOf(splitWords([letter("a", 20), letter("b", 42, 0.1)], line))).toBe("a b");
});

test("a narrow digit does not split its number", () => {
  const line = picture([
    [10, 30],
    [42, 46],
  ]);
  expect(textOf(splitWords([letter("2", 20), letter("1", 44)], line))).toBe("21");
});

test("wide letters stay one word, and a wider gap begins the next", () => {
  const lefts = [10, 32, 54, 76, 98, 136, 158, 180];
  const line = picture(
    lefts.map((left) => [left, left + 10]),
    220,
  );
  const letters = [..."FINALMID"].map((text, index) => letter(text, (lefts[index] as number) + 5, 0.02));
  expect(textOf(splitWords(letters, line))).toBe("FINAL MID");
});

test("a sign at the end of a word stays there", () => {
  const line = picture([
    [10, 30],
    [33, 50],
    [62, 66],
  ]);
  expect(textOf(splitWords([letter("N", 20), letter("o", 42), letter(":", 64)], line))).toBe("No:");
});

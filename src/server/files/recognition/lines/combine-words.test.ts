import { expect, test } from "vitest";
import { combined, type Word, wordsOf } from "./combine-words.ts";

const word = (text: string, left: number, right: number, confidence: number): Word => ({
  text,
  left,
  right,
  confidence,
});
const textOf = (words: Word[]) => words.map(({ text }) => text).join(" ");

test("certain Latin words replace what Tesseract's Bangla data read in their place", () => {
  const bangla = [word("কোড:", 0, 90, 0.9), word("[৩6", 100, 160, 0.4), word("২103", 170, 240, 0.5)];
  const latin = [word("AI:", 5, 85, 0.5), word("CSE", 100, 160, 0.99), word("2103", 170, 240, 0.99)];
  expect(textOf(combined(bangla, latin))).toBe("কোড: CSE 2103");
});

test("a Bangla word goes if several Latin words together cover it", () => {
  const latin = [word("LLB", 100, 160, 0.99), word("2205", 170, 240, 0.99)];
  expect(textOf(combined([word("1:1.82205", 100, 240, 0.5)], latin))).toBe("LLB 2205");
});

test("a single Latin letter does not replace a Bangla word", () => {
  expect(textOf(combined([word("৫", 0, 20, 0.8)], [word("C", 0, 20, 0.99)]))).toBe("৫");
});

test("letters between spaces are a word with the mean of their confidence", () => {
  const letter = (text: string, x: number, confidence: number) => ({ text, x, confidence, spaceBefore: 0 });
  const words = wordsOf([letter("C", 12, 1), letter("T", 32, 0.5), letter(" ", 48, 1), letter("1", 60, 1)]);
  expect(words).toEqual([word("CT", 4, 40, 0.75), word("1", 52, 68, 1)]);
});

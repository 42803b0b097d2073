import { expect, test } from "vitest";
import { book } from "./book.ts";
import { defineKind } from "./define.ts";

test("a kind whose field has no words in one of its languages is refused", () => {
  const { author: _author, ...fields } = book.words.en.fields;
  const words = { ...book.words, bn: { ...book.words.en, fields } };
  expect(() => defineKind({ ...book, words })).toThrow("book.author has no words in bn");
});

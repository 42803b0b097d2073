import { expect, test } from "vitest";
import { book } from "./book.ts";
import { defineKind } from "./define.ts";
import { question } from "./question.ts";

test("a kind whose field has no words in one of its languages is refused", () => {
  const { author: _author, ...fields } = book.words.en.fields;
  const words = { ...book.words, bn: { ...book.words.en, fields } };
  expect(() => defineKind({ ...book, words })).toThrow("book.author has no words in bn");
});

test("a kind whose field has an option without words is refused", () => {
  const { fields } = question.words.en;
  const examType = { label: "Exam", options: { ...fields["examType"]?.options, mid: "" } };
  const words = { en: { ...question.words.en, fields: { ...fields, examType } } };
  expect(() => defineKind({ ...question, words })).toThrow("question.examType has no words for mid in en");
});

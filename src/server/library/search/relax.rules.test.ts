import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../shared/search/parse-query.ts";
import { queryWords } from "../../../shared/search/query-words.ts";
import { standingsOf, waysToDrop } from "./relax.rules.ts";
import { createVocabulary, lookupsOf } from "./vocabulary.ts";

const vocabulary = createVocabulary();
vocabulary.add("data structures database modelling large bank systems last code".split(" "));

function waysOf(text: string) {
  const parts = parseQuery(queryWords(text), (code) => code === "cse2103", 2026);
  const lookups = lookupsOf(vocabulary, () => false);
  const standings = standingsOf(parts, lookups, {
    initials: new Set(),
    phrases: new Map(),
    pages: new Map(),
  });
  const { needless, more } = waysToDrop(standings);
  const written = (way: typeof needless) =>
    way.map((part) => part.words.map(({ word }) => word).join(" ")).join(" ");
  return { needless: written(needless), more: more.map(written) };
}

describe("the words that a search leaves out", () => {
  test.each([
    ["data structures xyzzy", "xyzzy"],
    ["last data structures", "last"],
    ["data structures bank xyzzy", "bank xyzzy"],
    ["data structures fi", "fi"],
    ["data structures 201", "201"],
    ["data structures", ""],
    ["xyzzy plugh", ""],
  ])("of %j are first %j", (text, needless) => {
    expect(waysOf(text).needless).toBe(needless);
  });

  test("are then the words that match only with corrections, the most changed word first", () => {
    expect(waysOf("databse modelling larbe").more.slice(0, 2)).toEqual(["larbe", "databse"]);
  });

  test("are then words at the end and at the beginning", () => {
    expect(waysOf("data modelling structures").more.slice(0, 2)).toEqual(["structures", "data"]);
  });

  test("are all words beside a code, but never a code", () => {
    const { more } = waysOf("cse 2103 data modelling");
    expect(more[0]).toBe("data modelling");
    expect(more.join(" ")).not.toContain("2103");
  });

  test("are never all words, and are tried in a bounded number of ways", () => {
    const many = Array.from({ length: 12 }, (_, at) => ["data", "structures", "systems"][at % 3]).join(" ");
    for (const text of ["data", "data structures", many]) {
      const { more } = waysOf(text);
      expect(more.length).toBeLessThanOrEqual(10);
      expect(more.every((way) => way.split(" ").length < text.split(" ").length)).toBe(true);
    }
  });
});

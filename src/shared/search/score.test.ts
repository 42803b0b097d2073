import { describe, expect, test } from "vitest";
import { offeredFacets } from "../facets/facets.ts";
import { type Candidate, type MatchKind, scoreOf, type Wanted } from "./score.ts";

const ITEM = {
  kind: "question",
  title: "data structures",
  code: null,
  ...Object.fromEntries(offeredFacets.map((name) => [name, null])),
} as Candidate;

/** A part of a query whose words match in the way that `how` names. */
const part = (words: string, how: MatchKind = "exact"): Wanted => ({
  words: new Map(words.split(" ").map((word) => [word, how])),
  phrases: [],
});
const typed = (words: string): Wanted[] => words.split(" ").map((word) => part(word));
const code = (name: string): Wanted => ({ words: new Map(), phrases: [], codes: new Set([name]) });
const scored = (item: Partial<Candidate>, wanted: Wanted[]): number =>
  scoreOf({ ...ITEM, ...item }, wanted).score;

describe("the ranking puts", () => {
  test.each<[string, Partial<Candidate>, Partial<Candidate>, Wanted[]]>([
    [
      "the typed code above a title with all typed words",
      { title: "algebra", code: "CSE2103" },
      { title: "cse2103 data structures", code: "CSE2104" },
      [code("CSE2103"), ...typed("data structures")],
    ],
    [
      "an answer with the typed code above a question with another code",
      { kind: "answer", code: "CSE2103" },
      { code: "CSE21031" },
      [code("CSE2103")],
    ],
    [
      "all typed words in the title above some of them",
      { title: "data structures" },
      { title: "data communication" },
      typed("data structures"),
    ],
    [
      "a word in the title above a word elsewhere, such as in the author or the pages",
      { title: "physics" },
      { title: "mechanics" },
      typed("physics"),
    ],
    [
      "a word in the title above a typed fact that the item does not have",
      { title: "physics", year: 2019 },
      { title: "physics", year: 2018 },
      [part("physics"), { ...part("2019"), fact: { name: "year", values: ["2019"] } }],
    ],
    [
      "an item of the typed kind above other kinds",
      { kind: "book", title: "physics" },
      { kind: "question", title: "physics" },
      [part("physics"), { ...part("book"), fact: { name: "kind", values: ["book"] } }],
    ],
    [
      "a title without other words above a longer one",
      { title: "data structures" },
      { title: "data structures for engineers" },
      typed("data structures"),
    ],
    [
      "the typed order of words above another order",
      { title: "theory of control" },
      { title: "control of theory" },
      typed("theory control"),
    ],
    ["a question above a book, if all else is equal", {}, { kind: "book" }, typed("data structures")],
    ["a book above a lab, if all else is equal", { kind: "book" }, { kind: "lab" }, typed("data structures")],
    ["a lab above a blog, if all else is equal", { kind: "lab" }, { kind: "blog" }, typed("data structures")],
    [
      "a blog with a longer title above an answer with the typed title",
      { kind: "blog", title: "data structures and algorithms" },
      { kind: "answer" },
      typed("data structures"),
    ],
    [
      "a blog with all typed words above a question with some of them",
      { kind: "blog" },
      { kind: "question", title: "data" },
      typed("data structures"),
    ],
  ])("%s", (_rule, higher, lower, wanted) => {
    expect(scored(higher, wanted)).toBeGreaterThan(scored(lower, wanted));
  });

  test("the typed word above a different form of it, a short name, a beginning, a correction and a similar sound", () => {
    const ways: MatchKind[] = ["exact", "form", "short", "start", "spelling", "sound"];
    const scores = ways.map((how) => scored({}, [part("structures", how)]));
    expect(scores).toEqual([...new Set(scores)].toSorted((a, b) => b - a));
  });
});

test.each([
  ["data structures", "data structures", true],
  ["structures of data", "data structures", true],
  ["data structures lab", "data structures", false],
  ["data", "data structures", false],
])("whether the title %s is the whole query %s: %s", (title, words, isWhole) => {
  expect(scoreOf({ ...ITEM, title }, typed(words)).isWhole).toBe(isWhole);
});

test("a title of the typed words is above an item whose code only begins with them", () => {
  const begun: Wanted = {
    words: new Map(),
    phrases: [{ words: ["mathematics", "ii"], how: "start" }],
    codes: new Set(["MATH2101"]),
    isBegun: true,
  };
  const [whole, beginning, longer] = [
    { title: "mathematics ii" },
    { title: "vector analysis", code: "MATH2101" },
    { title: "discrete mathematics ii for engineers" },
  ].map((item) => scored(item, [begun])) as [number, number, number];
  expect([whole > beginning, beginning > longer]).toEqual([true, true]);
});

test("items that differ only in their facts and code have the same score for typed words", () => {
  const wanted = typed("data structures");
  expect(scored({ year: 2019, code: "CSE2103" }, wanted)).toBe(scored({}, wanted));
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words } from "../text/words.ts";
import { foldBangla, romanise } from "./bangla.ts";
import { editDistance, slipsAllowed, slipsAtLast } from "./edit-distance.ts";
import { initialForms } from "./initials.ts";
import { soundOf } from "./phonetic.ts";
import { stemOf } from "./word-forms.ts";

const one = (text: string): string => words(text)[0] as string;

test.each([
  ["পদার্থ", "podartho"],
  ["বিজ্ঞান", "biggan"],
  ["গণিত", "gonit"],
  ["রসায়ন", "rosayon"],
  ["অঙ্ক", "ongko"],
  ["শিক্ষা", "shikkha"],
  ["বিদ্যা", "bida"],
])("%s in Latin letters is %s", (word, sound) => {
  expect(romanise(one(word))).toBe(sound);
});

describe("words that sound alike have the same key", () => {
  test.each([
    ["গণিত", "gonit", "ganit", "gonith"],
    ["অঙ্ক", "onko", "anko", "ongko"],
    ["পদার্থ", "podartho", "padartha"],
    ["বিজ্ঞান", "biggan", "bigyan", "biggaan"],
    ["রসায়ন", "rosayon", "rasayan", "roshayon"],
    ["ভূগোল", "bhugol", "vugol"],
    ["যন্ত্র", "jontro", "zontro"],
    ["ইতিহাস", "itihas", "etihash"],
    ["সিস্টেম", "system"],
    ["স্ট্রাকচার", "structure"],
    ["কম্পিউটার", "computer"],
    ["অপারেটিং", "operating"],
    ["তথ্য", "tottho", "tothyo"],
    ["জীববিজ্ঞান", "jibbiggan", "jibobiggan"],
  ])("%s has the key of its spellings in Latin letters", (bangla, ...latin) => {
    const keyOf = (word: string) => soundOf(word).key;
    expect(latin.map(keyOf)).toEqual(latin.map(() => keyOf(one(bangla))));
  });
});

test.each([
  ["সিসটেম", "সিস্টেম"],
  ["গনিত", "গণিত"],
  ["পদার্থবিদ্যা", "পদার্থবিদ্যা"],
  ["বাড়ি", "বাড়ী"],
  ["সংখা", "সংখ্যা"],
])("%s and %s have the same folded form", (wrong, right) => {
  expect(foldBangla(one(wrong))).toBe(foldBangla(one(right)));
});

test.each([
  ["data structures and algorithms", ["dsa", "dsaa"]],
  ["database management system lab", ["dms", "dmsl"]],
  ["physics", []],
  ["physics ii", ["pi"]],
  ["theory of computation", ["tc", "toc"]],
  ["তথ্য কাঠামো", []],
])("the title %j has its initials as search words", (title, forms) => {
  expect([...initialForms(title.split(" ")).keys()]).toEqual(forms);
});

test.each([
  ["সাহিত্যের", "সাহিত্য"],
  ["বাংলার", "বাংলা"],
  ["বইয়ের", "বই"],
  ["ঘর", undefined],
  ["networks", "network"],
  ["studies", "study"],
  ["islamer", "islam"],
  ["law", undefined],
])("the stem of %s is %s", (word, stem) => {
  expect(stemOf(one(word))).toBe(stem === undefined ? undefined : one(stem));
});

test.each([
  [4, 1],
  [5, 1],
  [6, 2],
  [7, 2],
  [8, 2],
])("a word of %i letters that matches nothing can have %i mistakes", (length, slips) => {
  expect(slipsAtLast(length)).toBe(slips);
});

describe("the edit distance of words", () => {
  test.each([
    ["operating", "oprating", 1],
    ["operating", "opreating", 1],
    ["operating", "operating", 0],
    ["operating", "operatingg", 1],
    ["operating", "uperatinq", 2],
    ["operating", "xperatxxg", 3],
    ["ab", "abcdef", 3],
  ])("from %s to %s is %i, where three means more than two", (from, to, distance) => {
    expect(editDistance(from, to, 2)).toBe(distance);
  });

  test("equals a comparison of all letters, up to the limit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.nat(5), (from, to, most) => {
        expect(editDistance(from, to, most)).toBe(Math.min(wholeDistance(from, to), most + 1));
      }),
      { numRuns: 2_000 },
    );
  });

  test("is the same in both directions, and zero for the same word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b, 3)).toBe(editDistance(b, a, 3));
        expect(editDistance(a, a, 3)).toBe(0);
      }),
    );
  });

  test.each([
    [3, 0],
    [4, 1],
    [7, 1],
    [8, 2],
  ])("for %i letters can be at most %i", (length, slips) => {
    expect(slipsAllowed(length)).toBe(slips);
  });
});

/** The distance computed directly from its definition, letter by letter from the end. */
function wholeDistance(from: string, to: string): number {
  const known = new Map<string, number>();
  const between = (row: number, at: number): number => {
    if (row === 0 || at === 0) return row + at;
    const key = `${row} ${at}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const same = from[row - 1] === to[at - 1] ? 0 : 1;
    const ways = [between(row - 1, at) + 1, between(row, at - 1) + 1, between(row - 1, at - 1) + same];
    if (row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1])
      ways.push(between(row - 2, at - 2) + 1);
    const least = Math.min(...ways);
    known.set(key, least);
    return least;
  };
  return between(from.length, to.length);
}

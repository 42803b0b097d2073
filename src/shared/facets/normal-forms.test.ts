import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthKey } from "./months.ts";
import { isSet, namedSemester, namedSet, ordinalKey, semesterKey, setKey, termKey } from "./normal-forms.ts";

const semesters: Record<string, string[]> = {
  "1": ["1", "1st", "First", "I", "১", "১ম", "প্রথম", "1st semester", "Semester I", "প্রথম সেমিস্টার", "১ম পর্ব"],
  "2": ["2nd", "২য়", "২য\u09bc", "২\u09df", "দ্বিতীয়", "দ্বিতী\u09df সেমিস্টার", "Second Semester", "02"],
  "3": [
    "3",
    "3rd",
    "3RD",
    "third",
    "III",
    "Semester 3",
    "3rd Sem",
    "sem-3",
    "Sem. 3",
    "sem3",
    "৩য়",
    "তৃতীয়",
    "৩",
    "3\u200brd",
    "\ufeff3rd",
    "3\u2060rd",
    "th\u00adird",
    "৩\u200dয়",
  ],
  "4": ["4th", "৪র্থ", "চতুর্থ", "IV"],
  "5": ["৫ম", "পঞ্চম"],
  "6": ["৬ষ্ঠ", "ষষ্ঠ"],
  "8": ["8th semester, Fall 2022", "Spring 2021 (8th)", "VIII Semester 2021-22", "2019 8th sem"],
  "10": ["10", "১০ম", "দশম", "X"],
  "12": ["12th", "১২শ"],
  L1T2: ["1-2", "L1T2", "Y1S2", "1st year 2nd semester", "2nd semester, 1st year", "১ম বর্ষ ২য় সেমিস্টার"],
  L2T1: [
    "L-2 T-1",
    "l-2 t-1",
    "L2T1",
    "L2 T1",
    "L-2/T-1",
    "L-2, T-I",
    "L2-1",
    "2-1",
    "2 - 1",
    "2–1",
    "2/1",
    "2.1",
    "২-১",
    "II-I",
    "2nd-1st",
    "Level 2 Term 1",
    "Level 2, Term 1",
    "Level-2 Term-I",
    "LEVEL II TERM I",
    "Term 1, Level 2",
    "2nd year 1st semester",
    "2nd Year 1st Term",
    "Second Year First Semester",
    "Year 2 Semester 1",
    "2-1 Semester",
    "Semester 2-1",
    "L-2 T-1, 2022",
    "L-2 T-1 (2021-22)",
    "L-2 T-1, Fall 2022",
    "লেভেল ২ টার্ম ১",
    "লেভেল-২, টার্ম-১",
    "দ্বিতীয় বর্ষ প্রথম সেমিস্টার",
    "Ｌ－２ Ｔ－１",
  ],
  L6T4: ["6-4"],
  "": [
    "",
    "Spring",
    "Fall 2022",
    "Fall-22",
    "Fall '22",
    "FALL2022",
    "2022 Spring",
    "Summer Semester 2021",
    "Spring Trimester",
    "Fall 2022 - Spring 2023",
    "Fall 2022-23",
    "Autumn",
    "winter term",
    "শীত ২০২২",
    "স্প্রিং",
    "—",
  ],
  // These texts are not semesters: a date, an academic session, too many levels or terms, and other words.
  "2022-1": ["2022-1", "2022/1"],
  "1-2022": ["1-2022", "1/2022"],
  "3-1-2022": ["3-1-2022", "3/1/2022", "3.1.2022"],
  "2021-22": ["2021-22"],
  "7-1": ["7-1"],
  "1-5": ["1-5"],
  "2 1": ["2 1", "2, 1"],
  "semester 2022-1": ["Semester 2022-1"],
  "0": ["0"],
  "2022": ["2022"],
  "honours 2nd year": ["Honours 2nd Year", "honours  2ND year"],
  "january 2020": ["January 2020"],
  preli: ["Preli", "PRELI "],
};

describe("the normal form of a semester", () => {
  test.each(Object.entries(semesters).flatMap(([key, all]) => all.map((text) => [text, key])))(
    "of %j is %j",
    (text, key) => expect(semesterKey(text)).toBe(key),
  );
});

test.each([
  ["2", "2"],
  ["2nd", "2"],
  ["2nd Edition", "2"],
  ["Second edition", "2"],
  ["Edition 2", "2"],
  ["2nd ed.", "2"],
  ["2e", "2"],
  ["২য় সংস্করণ", "2"],
  ["II", "2"],
  ["International 2nd Edition", "international 2nd edition"],
  ["Revised", "revised"],
])("the normal form of the edition %j is %j", (text, key) => expect(ordinalKey(text)).toBe(key));

test.each([
  ["Fall", "fall"],
  ["AUTUMN", "fall"],
  ["Spring 2022", "spring"],
  ["Summer-23", "summer"],
  ["24 Fall", "fall"],
  ["2019 Spring", "spring"],
  ["ফল", "fall"],
  ["Winter Semester", "winter"],
  ["স্প্রিং", "spring"],
  ["বসন্ত", "spring"],
  ["গ্রীষ্ম", "summer"],
  ["শরৎ", "fall"],
  ["হেমন্ত", "fall"],
  ["শীত", "winter"],
  ["Spring and Fall", "spring and fall"],
  ["3rd", "3rd"],
  ["", ""],
  ["2022/2022/22", "2022-2022-22"],
])("the normal form of the term %j is %j", (text, key) => expect(termKey(text)).toBe(key));

test.each([
  ["a", "A"],
  ["Set A", "A"],
  ["set-b", "B"],
  ["SET: B2", "B2"],
  ["A set", "A"],
  ["১", "1"],
  ["সেট ক", "ক"],
  ["ab", "AB"],
])("the normal form of the set %j is %j", (text, key) => {
  expect(setKey(text)).toBe(key);
  expect(isSet(key)).toBe(true);
});

test.each(["", "set", "ABC", "A-B", "set of three", "!"])("%j is not a set", (text) =>
  expect(isSet(setKey(text))).toBe(false),
);

test.each(["set of", "set up", "set", "set abc", "theory set", "a b", "set set", "a set", "i-set"])(
  "a search with %j names no set",
  (text) => expect(namedSet(text)).toBeUndefined(),
);

test.each([
  ["3rd semester", "3"],
  ["sem 3", "3"],
  ["l 2 t 1", "L2T1"],
  ["3-1", "L3T1"],
  ["3rd", undefined],
  ["3", undefined],
  ["iii", undefined],
  ["spring", undefined],
  ["2nd year", undefined],
  ["l2t1 2022", undefined],
])("a search with %j names the semester %j", (text, key) => expect(namedSemester(text)).toBe(key));

describe("the normal form of any text", () => {
  const piece = fc.constantFrom(
    ..."L 2 T 1 - / . , ২য় 1st semester Term year Level Spring 2022 22 II autumn শীত set সেট b ß প্রথম বর্ষ edition (a) \u200d \u0301 \u0345 অ া İ Σ ΐ ﷺ".split(
      " ",
    ),
  );
  const pieces = fc.array(fc.oneof(piece, fc.constant(" ")), { maxLength: 80 }).map((all) => all.join(""));
  const repeated = fc.tuple(piece, fc.nat({ max: 80 })).map(([text, times]) => text.repeat(times));
  const any = fc.oneof(
    pieces,
    repeated,
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({ maxLength: 400 }),
  );

  test.each([semesterKey, ordinalKey, termKey, setKey, monthKey])(
    "is short, and is its own normal form: %o",
    (keyOf) => {
      fc.assert(
        fc.property(any, (text) => {
          const key = keyOf(text);
          expect(keyOf(key)).toBe(key);
          expect([...key].length).toBeLessThanOrEqual(60);
          expect(key.isWellFormed()).toBe(true);
        }),
        { numRuns: 3_000 },
      );
    },
  );

  test.each([
    "1".repeat(100_000),
    "1-".repeat(50_000),
    " - ".repeat(50_000),
    "spring ".repeat(20_000),
    "\u0301".repeat(100_000),
  ])("uses only the beginning of a very long text", (text) =>
    expect([...semesterKey(text)].length).toBeLessThanOrEqual(60),
  );
});

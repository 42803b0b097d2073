import { describe, expect, test } from "vitest";
import { asciiDigits, normalizeCode, words } from "./words.ts";

test.each([
  ["Data Structures", ["data", "structures"]],
  ["CSE-2103", ["cse", "2103"]],
  ["cse2103", ["cse2103"]],
  ["CSE ২১০৩", ["cse", "2103"]],
  ["  Ohm's   law  ", ["ohm", "s", "law"]],
  ["C++ & C#", ["cplusplus", "csharp"]],
  ["C, a + b, 3++ and #5", ["c", "a", "b", "3", "and", "5"]],
  ["Café Résumé", ["cafe", "resume"]],
  ["Cafe\u0301", ["cafe"]],
  ["ÅNGSTRÖM", ["angstrom"]],
  ["ﬁnal", ["final"]],
  ["ＣＳＥ", ["cse"]],
  ["তথ্য কাঠামো", ["তথ্য", "কাঠামো"]],
  ["কি কী কু", ["কি", "কী", "কু"]],
  ["ড়াকা", words("ড\u09bcাকা")],
  ["র\u200d্যাম", ["র্যাম"]],
  ["বিদ্যুত্\u200d", ["বিদ্যুৎ"]],
  ["ত্\u200dব", ["ত্ব"]],
  ["অাইন ৰীতি", ["আইন", "রীতি"]],
  ["ে\u09be ক\u09c7\u09be", ["ো", "কো"]],
  ["\u202eCSE\u202c", ["cse"]],
  ["প্রশ্ন, উত্তর।", ["প্রশ্ন", "উত্তর"]],
  ["100% free_text", ["100", "free", "text"]],
  ["", []],
  ["--- !?", []],
  ["📚 books", ["books"]],
])("the text %j is split into its words", (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test("words contain none of the pattern characters of SQL's LIKE", () => {
  expect(words("a%b_c\\d'e\"f").join("")).toBe("abcdef");
});

test.each([
  ["২০১৯", "2019"],
  ["০১২৩৪৫৬৭৮৯", "0123456789"],
  ["year ২০2১", "year 2021"],
  ["১٢", "1٢"],
])("the digits of %s are replaced with ASCII digits", (text, ascii) => {
  expect(asciiDigits(text)).toBe(ascii);
});

describe("the normal form of a course code", () => {
  test.each(["CSE2103", "cse 2103", "CSE-2103", "Cse.2103", "CSE২১০৩", "  cse—2103 ", "CSE/2103"])(
    "is the same for %j",
    (code) => {
      expect(normalizeCode(code)).toBe("CSE2103");
    },
  );
});

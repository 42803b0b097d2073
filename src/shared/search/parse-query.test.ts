import { describe, expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";
import { codeSpans, queryWords, withoutWords } from "./query-words.ts";

const KNOWN = new Set(["cse2103", "05411101", "2103", "phy109"]);

/** Writes parts as short texts: codes in upper case, facts as name=value, words unchanged. */
function read(text: string): string[] {
  return parseQuery(queryWords(text), (code) => KNOWN.has(code), 2026).map(({ words, code, fact }) => {
    if (code) return code.toUpperCase();
    const values = fact?.name === "department" ? fact.values.slice(0, 1) : fact?.values;
    return fact ? `${fact.name}=${values?.join("|")}` : words.map(({ word }) => word).join(" ");
  });
}

describe("the parser of a search", () => {
  test.each([
    ["cse2103", ["CSE2103"]],
    ["cse 2103", ["CSE2103"]],
    ["CSE-2103", ["CSE2103"]],
    ["cse.2103", ["CSE2103"]],
    ["CSE ২১০৩", ["CSE2103"]],
    ["0541-1101", ["05411101"]],
    ["cse 2103 mid 19", ["CSE2103", "exam=mid", "year=2019"]],
    ["cse2103 19", ["CSE2103", "year=2019"]],
    ["cse 2103 '18 final", ["CSE2103", "year=2018", "exam=final"]],
    ["17 mid cse 2103", ["year=2017", "exam=mid", "CSE2103"]],
    ["২০১৯", ["year=2019"]],
    ["2103", ["2103"]],
    ["cse 2099", ["cse", "2099"]],
    ["history of 1971", ["department=history", "year=1971"]],
    ["data structures 3rd semester", ["data", "structures", "semester=3|L2T1"]],
    ["sem 3 optics", ["semester=3|L2T1", "optics"]],
    ["optics 3-1", ["optics", "semester=L3T1|5"]],
    ["cse L-2 T-1 2022", ["department=cse", "semester=L2T1|3", "year=2022"]],
    ["level 2 term 1", ["semester=L2T1|3"]],
    ["l2t1 data structures", ["semester=L2T1|3", "data", "structures"]],
    ["2nd year 1st semester final", ["semester=L2T1|3", "exam=final"]],
    ["দ্বিতীয় বর্ষ প্রথম সেমিস্টার গণিত", ["semester=L2T1|3", "department=math"]],
    ["cse 2-1", ["department=cse", "semester=L2T1|3"]],
    ["cse2103 2-1", ["CSE2103", "semester=L2T1|3"]],
    ["cse 21-03", ["CSE2103"]],
    ["zebra 2/1", ["zebra", "semester=L2T1|3"]],
    ["2.1 zebra", ["semester=L2T1|3", "zebra"]],
    ["২/১ গণিত", ["semester=L2T1|3", "department=math"]],
    ["L-2/T-1 zebra", ["semester=L2T1|3", "zebra"]],
    ["quiz 3/1/2022", ["exam=quiz", "3", "1", "year=2022"]],
    ["java 3.1.4", ["java", "3", "1", "4"]],
    ["2nd law", ["2nd", "department=law"]],
    ["3rd world", ["3rd", "world"]],
    ["2022-1", ["year=2022", "1"]],
    ["level 9 term 1", ["level", "9", "1"]],
    ["semester 99", ["semester", "99"]],
    ["৩য় সেমিস্টার গণিত", ["semester=3|L2T1", "department=math"]],
    ["optics lab", ["optics", "kind=lab"]],
    ["optics class test", ["optics", "exam=class-test"]],
    ["optics ct 2", ["optics", "exam=class-test"]],
    ["optics quiz 1 2019", ["optics", "exam=quiz", "year=2019"]],
    ["optics 2021-22", ["optics", "year=2021|2022"]],
    ["optics ২০২১–২২ final", ["optics", "year=2021|2022", "exam=final"]],
    ["2021/2022", ["year=2021|2022"]],
    ["21-22", ["year=2021|2022"]],
    ["2021-24", ["year=2021", "24"]],
    ["2021-22-03", ["year=2021", "22", "03"]],
    ["pharmacy 4th semester", ["department=phrm", "semester=4|L2T2"]],
    ["মিড প্রশ্ন", ["exam=mid", "kind=question"]],
    ["চূড়ান্ত পরীক্ষার প্রশ্ন", ["exam=final", "kind=question"]],
    ["operating system book pdf download", ["operating", "system", "kind=book"]],
    ["previous year question of optics", ["kind=question", "optics"]],
    ["optics fall 2022", ["optics", "term=fall", "year=2022"]],
    ["optics autumn 22", ["optics", "term=fall", "year=2022"]],
    ["22 spring optics", ["year=2022", "term=spring", "optics"]],
    ["summer", ["term=summer"]],
    ["শীত ২০২১", ["term=winter", "year=2021"]],
    ["optics set A", ["optics", "set=A"]],
    ["optics set-b2", ["optics", "set=B2"]],
    ["b set optics", ["set=B", "optics"]],
    ["সেট ক", ["set=ক"]],
    ["set 1 final", ["set=1", "exam=final"]],
    ["set of problems", ["set", "problems"]],
    ["set up cse2103", ["set", "up", "CSE2103"]],
    ["set theory", ["set", "theory"]],
    ["a set theory", ["set", "theory"]],
    ["optics set 12", ["optics", "set", "12"]],
    ["ফল", ["ফল"]],
    ["data set", ["data", "set"]],
    ["optics mid exam 16", ["optics", "exam=mid", "year=2016"]],
    ["optics final question 18", ["optics", "exam=final", "kind=question", "year=2018"]],
    ["optics exam 16", ["optics", "16"]],
    ["1st year optics", ["semester=L1T1|L1T2|L1T3|L1T4|1|2", "optics"]],
    ["প্রথম বর্ষের পদার্থ", ["semester=L1T1|L1T2|L1T3|L1T4|1|2", "পদার্থ"]],
    ["ditiyo borsho optics", ["semester=L2T1|L2T2|L2T3|L2T4|3|4", "optics"]],
    ["last 5 years optics", ["last", "optics"]],
    ["optics question and answer", ["optics", "kind=question|answer"]],
    ["note of optics question", ["kind=note|question", "optics"]],
    ["optics 2018 and 2019", ["optics", "year=2018|2019"]],
    ["2018 optics 2019", ["year=2018", "optics", "year=2019"]],
    ["need optics final question pls", ["optics", "exam=final", "kind=question"]],
    ["bigoto saler optics proshno lagbe", ["optics", "kind=question"]],
    ["the", ["the"]],
    ["optics 19", ["optics", "19"]],
    ["", []],
    ["--- !?", []],
  ])("reads the words and filters of %j", (text, parts) => {
    expect(read(text)).toEqual(parts);
  });

  test("reads only the first words of a long text", () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(" ");
    expect(queryWords(text)).toHaveLength(12);
    expect(queryWords("x".repeat(10_000)).map(({ word }) => word.length)).toEqual([40]);
  });

  test("can remove each part from the text", () => {
    const text = "CSE-2103,  mid '19 final";
    const words = queryWords(text);
    const parts = parseQuery(words, (code) => KNOWN.has(code), 2026);
    expect(parts.map((part) => withoutWords(text, part.words))).toEqual([
      "mid '19 final",
      "CSE-2103, '19 final",
      "CSE-2103, mid final",
      "CSE-2103, mid '19",
    ]);
  });
});

test("course codes are looked up in runs of at most three words", () => {
  expect(codeSpans(queryWords("cse 21 03 x")).map(({ code }) => code)).toEqual([
    "cse2103",
    "2103x",
    "cse21",
    "2103",
  ]);
});

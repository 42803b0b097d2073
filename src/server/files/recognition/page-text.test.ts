import { expect, test } from "vitest";
import { isReadable, withWordsOf } from "./page-text.ts";

test.each([
  ["Answer any five of the following eight questions. All carry equal marks.", true],
  ["নিচের যেকোনো পাঁচটি প্রশ্নের উত্তর দাও। প্রতিটি প্রশ্নের মান সমান এবং পূর্ণমান সত্তর।", true],
  ["– 12 –", false],
  ["", false],
  ["Scanned with CamScanner", false],
  // "বাংলাদেশের অর্থনীতিতে কৃষির গুরুত্ব", as a font such as SutonnyMJ stores it in Latin codes.
  ["evsjv‡`‡ki A_©bxwZ‡Z K…wli ¸iæZ¡ Av‡jvPbv Ki| Pvwn`v wewa e¨vL¨v Ki|", false],
])("the text %j is readable: %s", (text, expected) => expect(isReadable(text)).toBe(expected));

test("each word of a paper's pages is stored once for the search, up to a limit", () => {
  const first = withWordsOf("", ["Stack and queue, stack!", "a ২০১৯"]);
  expect(first).toBe(" stack and queue 2019 ");
  expect(withWordsOf(first, ["Queue tree"])).toBe(" stack and queue 2019 tree ");
  const many = Array.from({ length: 5_000 }, (_one, index) => `word${index}`).join(" ");
  expect(
    withWordsOf(first, [many, "x".repeat(41)])
      .trim()
      .split(" "),
  ).toHaveLength(3_000);
  expect(withWordsOf("", ["", "–"])).toBe("");
});

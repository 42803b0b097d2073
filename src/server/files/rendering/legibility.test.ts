import { expect, test } from "vitest";
import { isBijoy, judgeFonts } from "./legibility.ts";

const HEADING = "University of Dhaka Department of Computer Science Final Examination 2021";
const QUESTIONS =
  "What is a race condition and how does a semaphore avoid it? Compare paging and segmentation.";
const shifted = (text: string, by: number): string =>
  [...text].map((char) => (char === " " ? char : String.fromCharCode(char.charCodeAt(0) + by))).join("");

const judge = (texts: [font: number, text: string][], { unknown = 0, name = "" } = {}) =>
  judgeFonts(
    texts.map(([font, text]) => ({ font, text, after: "" as const })),
    unknown,
    () => name,
  );

test.each([
  ["English", HEADING],
  ["names of places", "Patuakhali Jhenaidah Chattogram Mymensingh Rajshahi Brahmanbaria Cumilla Lakshmipur"],
  ["Bangla in Latin letters", "Bangla bhashar itihash o sahitya prothom borsho shomaponi porikkha"],
  ["code", "int main() { for (int i = 0; i < n; i++) printf(a[i]); struct node *next; return count; }"],
  ["assembly", "MOV AX, BX ADD CX, DX LDR R0 JNZ CMP PUSH POP INC DEC"],
  ["formulas", "dx dy dx dy xz yz dq qx xw dx xk kx dx dz zx"],
  ["short names", "HSTU BUET KUET MBSTU CSE EEE BBA LLB MBA GPA"],
  ["Bangla", "ঢাকা বিশ্ববিদ্যালয় চূড়ান্ত পরীক্ষা ২০১৯ কোর্স কোড"],
])("a page with %s can be read", (_name, text) => {
  expect(judge([[1, text]])).toEqual({ bijoy: new Set(), isBroken: false });
});

test.each([-29, -15, 1, 3, 13])("letters that are shifted by %i are broken", (by) => {
  expect(judge([[1, shifted(`${HEADING} ${QUESTIONS}`, by)]]).isBroken).toBe(true);
});

test("a page is broken if only the font of its heading mixes up its letters", () => {
  expect(
    judge([
      [1, shifted(HEADING, -29)],
      [2, QUESTIONS.repeat(5)],
    ]).isBroken,
  ).toBe(true);
});

test("a page is broken if many characters have no letter, or if each word has spaces inside", () => {
  expect(judge([[1, QUESTIONS]], { unknown: 3 }).isBroken).toBe(false);
  expect(judge([[1, QUESTIONS]], { unknown: 40 }).isBroken).toBe(true);
  expect(judge([[1, [...HEADING.replaceAll(" ", "")].join(" ")]]).isBroken).toBe(true);
});

test("only the font in Bijoy is converted", () => {
  const bangla = "XvKv wek¦we`¨vjq evsjv wefvM P~ovšÍ cixÿv 2019 Rxebvb›` `v‡ki KweZvq cÖK…wZ Av‡jvPbv Ki|";
  const { bijoy, isBroken } = judge([
    [1, bangla],
    [2, QUESTIONS],
  ]);
  expect([...bijoy]).toEqual([1]);
  expect(isBroken).toBe(false);
});

test("a short text in a font of Bijoy is in Bijoy, and English in such a font is not", () => {
  expect(isBijoy("cixÿv", "ABCDEF+SutonnyMJ-Bold")).toBe(true);
  expect(isBijoy("cixÿv")).toBe(false);
  expect(isBijoy(HEADING, "SutonnyMJ")).toBe(false);
});

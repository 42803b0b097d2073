import { expect, test } from "vitest";
import { universityNameKey } from "./universities.ts";

test.each([
  ["BUET", "buet "],
  ["BUET", "B.U.E.T."],
  ["Sher-e-Bangla Agricultural University", "Sher e Bangla agricultural university"],
  ["Dhaka University of Engineering & Technology", "Dhaka University of Engineering and Technology"],
  ["The Millennium University", "Millennium University"],
  ["খুলনা বিশ্ববিদ্যালয়", " খুলনা  বিশ্ববিদ্যালয় "],
])("%j and %j are one name", (one, other) => {
  expect(universityNameKey(other)).toBe(universityNameKey(one));
});

test.each([
  ["University of Dhaka", "Dhaka University"],
  ["Khulna University", "Khulna University of Engineering and Technology"],
  ["খুলনা বিশ্ববিদ্যালয়", "ঢাকা বিশ্ববিদ্যালয়"],
  ["The", ""],
])("%j and %j are two names", (one, other) => {
  expect(universityNameKey(other)).not.toBe(universityNameKey(one));
});

test("a name is compared up to a length that an index accepts", () => {
  expect(Buffer.byteLength(universityNameKey("\ufdfa".repeat(200)))).toBeLessThan(1_000);
});

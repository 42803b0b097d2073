import { expect, test } from "vitest";
import { maskEmail } from "./mask-email.ts";

test.each([
  ["rahim@example.edu", "r…@example.edu"],
  ["a@example.edu", "a…@example.edu"],
  ["a@b@example.edu", "a…@example.edu"],
  ["𝒜da@example.edu", "𝒜…@example.edu"],
  ["@example.edu", "…"],
  ["not an address", "…"],
  ["", "…"],
])("%j is masked as %s", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test("two emails with the same first letter are masked alike", () => {
  expect(maskEmail("rahim@example.edu")).toBe(maskEmail("rashid.al.mamun@example.edu"));
});

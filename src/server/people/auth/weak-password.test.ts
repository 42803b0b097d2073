import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PASSWORD_MIN } from "../../../shared/schemas/people.ts";
import { weakness } from "./weak-password.ts";

const list = readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("# "));

test("refuses each listed password, in any case and character width", () => {
  expect(list.length).toBeGreaterThan(3_000);
  expect(list.filter((password) => password.length < PASSWORD_MIN)).toEqual([]);
  expect(list.filter((password) => weakness(password, "a@example.edu") !== "commonPassword")).toEqual([]);
  for (const spelling of ["Password1", "ILOVEYOU", "１２３４５６７８"])
    expect(weakness(spelling, "a@example.edu"), spelling).toBe("commonPassword");
});

test.each([
  ["rahim.uddin@example.edu", "xxRahim.Uddin42", "passwordHoldsEmail"],
  ["rahim@example.edu", "my-RAHIM-word", "passwordHoldsEmail"],
  ["ron@example.edu", "electronics lab", undefined],
  ["rahim@example.edu", "correct horse battery", undefined],
  ["rahim@example.edu", "প্রশ্নব্যাংক ২০২৪", undefined],
])("for the account of %s, the password %s has this weakness: %s", (email, password, expected) =>
  expect(weakness(password, email)).toBe(expected),
);

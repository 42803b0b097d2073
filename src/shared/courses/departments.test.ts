import { expect, test } from "vitest";
import { departmentKey, departmentLabel, departmentValue } from "./departments.ts";

test.each([
  ["CSE", "CSE"],
  ["cse", "CSE"],
  ["ece", "ece"],
  ["ECE", "ece"],
  ["EEE", "ece"],
  [" eee ", "ece"],
  ["BBA", "bba"],
  ["bba", "bba"],
  ["Law", "Law"],
  ["  Law and Justice ", "Law and Justice"],
  ["বাংলা", "বাংলা"],
])("the department %s is stored as %s", (given, stored) => {
  expect(departmentValue(given)).toBe(stored);
  expect(departmentValue(stored)).toBe(stored);
});

test.each([
  ["EEE", "ece"],
  ["LAW", "law"],
  ["École", "ÉCOLE"],
])("%s and %s are the same department", (first, second) => {
  expect(departmentKey(first)).toBe(departmentKey(second));
});

test.each([
  ["ece", "EEE"],
  ["bba", "BBA"],
  ["CSE", "CSE"],
  ["Law", "Law"],
])("the department %s has the label %s", (value, label) => {
  expect(departmentLabel(value)).toBe(label);
});

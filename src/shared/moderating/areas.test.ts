import { expect, test } from "vitest";
import { contains, isEverything } from "./areas.ts";

const dhakaLaw = { areaUniversity: "dhaka", areaDepartment: "law" };
const nowhere = { areaUniversity: null, areaDepartment: null };
const area = (universityKey: string, departmentKey: string) => ({ universityKey, departmentKey });

test.each([
  [area("dhaka", "law"), true],
  [area("dhaka", ""), true],
  [area("", "law"), true],
  [area("", ""), true],
  [area("dhaka", "cse"), false],
  [area("buet", "law"), false],
])("the area %j contains an item of Law in Dhaka: %j", (one, isIn) => {
  expect(contains(one, dhakaLaw)).toBe(isIn);
});

test("an item without a university and a department is only in the area of everything", () => {
  expect(contains(area("dhaka", ""), nowhere)).toBe(false);
  expect(contains(area("", "law"), nowhere)).toBe(false);
  expect(contains(area("", ""), nowhere)).toBe(true);
  expect(isEverything(area("", "law"))).toBe(false);
});

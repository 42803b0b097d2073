import { expect, test } from "vitest";
import { mainPlace } from "./course-permission.rules.ts";

const main = (...counted: [string | null, number][]) =>
  mainPlace(
    "du",
    counted.map(([departmentKey, papers]) => ({ departmentKey, papers })),
  )?.areaDepartment;

test("the main place of a course is its university and the department with most of its papers", () => {
  expect(mainPlace("du", [{ departmentKey: "eee", papers: 2 }])).toEqual({
    areaUniversity: "du",
    areaDepartment: "eee",
  });
  expect(main(["cse", 1], ["eee", 3], ["law", 2])).toBe("eee");
  expect(main(["cse", 1], [null, 2])).toBeNull();
  expect(mainPlace("", [{ departmentKey: "eee", papers: 1 }])?.areaUniversity).toBeNull();
});

test("papers that don't count are subtracted before departments are compared", () => {
  expect(main(["cse", 5], ["eee", 2], ["cse", -4])).toBe("eee");
});

test("a course has no main place without papers, and if two departments have equally many", () => {
  expect(main()).toBeUndefined();
  expect(main(["cse", 0], [null, 0])).toBeUndefined();
  expect(main(["cse", 2], ["cse", -2])).toBeUndefined();
  expect(main(["cse", 2], ["eee", 2])).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import type { DomainError } from "../problems/errors.ts";
import { listQuerySchema, MAX_PAGE, MAX_PAGE_SIZE, queryRecord } from "./list-query.ts";
import { validate } from "./validate.ts";

const parse = (query: string) => validate(listQuerySchema, queryRecord(new URLSearchParams(query)));

describe("accepted list queries", () => {
  test.each([
    ["", {}],
    ["page=0&size=10", { page: 0, size: 10 }],
    ["page=২&size=১০", { page: 2, size: 10 }],
    ["page=&size=%20", { page: undefined, size: undefined }],
    ["page=007", { page: 7 }],
    ["size=101", { size: MAX_PAGE_SIZE }],
    ["size=999999999999999", { size: MAX_PAGE_SIZE }],
    ["page=1000000000000", { page: MAX_PAGE }],
    ["status=pending", { status: "Pending" }],
    ["status=%20CANCELLED%20", { status: "Cancelled" }],
    ["status=", { status: undefined }],
    ["year=2019", { year: "2019" }],
    ["year=২০১৯", { year: "2019" }],
    ["year=Select+Year", { year: undefined }],
    ["department=eee", { department: ["ece"] }],
    ["department=EEE&department=cse&department=Law", { department: ["ece", "CSE", "Law"] }],
    ["department=", { department: [] }],
    ["department=All", { department: [] }],
    ["department=CSE&department=all", { department: [] }],
    ["department=&department=BBA", { department: ["bba"] }],
    ["semester=৩", { semester: "3" }],
    ["semester=3rd", { semester: "3" }],
    ["semester=২য়", { semester: "2" }],
    ["semester=Level+2+Term+1", { semester: "L2T1" }],
    ["semester=Honours+2nd+Year", { semester: "honours 2nd year" }],
    ["semester=Fall+2022", { semester: undefined }],
    ["semester=", { semester: undefined }],
    ["search=++data+%09structures+", { search: "data structures" }],
    ["search=", { search: undefined }],
    ["examType=Final", { examType: "final" }],
    ["term=Autumn&set=set-b", { term: "fall", set: "B" }],
    ["term=&set=", { term: undefined, set: undefined }],
    [
      "university=BUET&code=CSE-2103&subject=Algorithms",
      { university: "BUET", code: "CSE-2103", subject: "Algorithms" },
    ],
  ])("the query %j is accepted", (query, expected) => {
    expect(parse(query)).toEqual(expected);
  });
});

describe("refused list queries", () => {
  test.each([
    ["page=-1", "page", "whole", "0"],
    ["page=1.5", "page", "whole", "0"],
    ["page=1e3", "page", "whole", "0"],
    ["page=1&page=2", "page", "tooMany", "1"],
    ["size=0", "size", "whole", "1"],
    ["size=1e9", "size", "whole", "1"],
    ["size=0x10", "size", "whole", "1"],
    ["status=done", "status", "status", undefined],
    ["year=19", "year", "yearFilter", undefined],
    ["year=select+year", "year", "yearFilter", undefined],
    [`code=${"x".repeat(41)}`, "code", "tooLong", "40"],
    ["search=%00", "search", "characters", undefined],
    ["semester=1&semester=2", "semester", "tooMany", "1"],
    ["foo=1", "foo", "unknownField", undefined],
    ["__proto__=1", "__proto__", "unknownField", undefined],
    ["constructor=1", "constructor", "unknownField", undefined],
  ])("the query %j is refused", (query, field, code, param) => {
    const problems = () => {
      try {
        return parse(query);
      } catch (error) {
        return (error as DomainError).fields;
      }
    };
    expect(Object.entries(problems() ?? {})).toEqual([
      [field, { code, ...(param === undefined ? {} : { param }) }],
    ]);
  });
});

test("a record of parameters has every name once, also names like __proto__", () => {
  const record = queryRecord(new URLSearchParams("a=1&b=2&a=3&__proto__=4&__proto__=5&toString=6"));
  expect(Object.entries(record)).toEqual([
    ["a", ["1", "3"]],
    ["b", "2"],
    ["__proto__", ["4", "5"]],
    ["toString", "6"],
  ]);
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
});

import { expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";

test.each([
  [undefined, undefined],
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=9-3", undefined],
  ["bytes=0-1,5-6", undefined],
  ["items=0-1", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
])("the range %s of a file of 100 bytes is %o", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

import { expect, test } from "vitest";
import { firstQuestionOf } from "./first-question.ts";

test.each([
  ["CSE 2103\nTime: 3 hours\n1. Define a stack.\n2. Compare both.", 1],
  ["(c) Draw the circuit.\n5) State Ohm's law.", 5],
  ["Q. No. 4. Explain paging.", 4],
  ["৬। সংবিধানে বর্ণিত মৌলিক অধিকারসমূহ আলোচনা কর।", 6],
  ["2019. A year is no question\n[3] Prove it.", 3],
  ["Answer any three questions.", undefined],
  ["", undefined],
])("the first question of %j is %j", (text, number) => {
  expect(firstQuestionOf(text)).toBe(number);
});

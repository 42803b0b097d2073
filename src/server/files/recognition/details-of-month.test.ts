import { expect, test } from "vitest";
import { proposeDetails } from "./propose-details.ts";

const read = (text: string) => proposeDetails(text).heldIn;

test.each([
  ["Semester Final Examination, January 2018", "january"],
  ["Final Examination December-2018", "december"],
  ["SEM ESTER F INAL EXAM INATION, DEC EMBER 2018", "december"],
  ["Final Examination (held in November, 2017)", "november"],
  ["Date: 12 May 2019", "may"],
  ["Date of Exam: 3rd Sept. 2019", "september"],
  ["Date: Sunday, 12 May, 2019", "may"],
  ["Held on May 12, 2019", "may"],
  ["Date: 25/05/2017", "may"],
  ["Date - 05.25.2017", "may"],
  ["Mid Term, Dec'21", "december"],
  ["December 2018 Final Examination", "december"],
  ["চূড়ান্ত পরীক্ষা, জানুয়ারি ২০১৮", "january"],
  ["তারিখ: ১২ মে ২০১৯", "may"],
])("in %j the exam was held in %s", (text, month) => {
  expect(read(text)?.value).toBe(month);
  expect(read(text)?.confidence).toBeGreaterThan(0.65);
});

test.each([
  "Session: July 2019",
  "January 2020 Semester Final Examination",
  "Session: January-June, 2022",
  "Final Examination, January - June 2022",
  "Final Examination, May-June 2019",
  "Printed on 12 May 2019",
  "Print date: 12/05/2019",
  "Batch: January 2018",
  "Final Examination, Spring 2019",
  "Final Examination 2019",
  "Date: 45/45/2019",
  "Date: 2019",
  "Marks: 20",
  "Date: 05/06/2019",
  "Sample University\n12 May 2019",
])("%j names no month of an exam", (text) => expect(read(text)).toBeUndefined());

test("a heading with two months of an exam names none", () => {
  expect(read("Final Examination, May 2019\nFinal Examination, June 2019")).toBeUndefined();
});

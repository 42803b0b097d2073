import { expect, test } from "vitest";
import { detailsOfName } from "./details-of-name.ts";

const values = (path: string) =>
  Object.fromEntries(Object.entries(detailsOfName(path)).map(([name, { value }]) => [name, value]));

test.each([
  [
    "EEE 2205 Signals/2018/EEE 2205 CT-2 Spring 2018.jpg",
    { code: "EEE 2205", subject: "Signals", examType: "class-test", term: "spring", year: "2018" },
  ],
  [
    "CSE/3rd year/CSE 3211 Information Theory/Final 2019.jpg",
    { code: "CSE 3211", subject: "Information Theory", examType: "final", year: "2019" },
  ],
  ["প্রশ্ন ২০১৯.jpg", { year: "2019" }],
  [
    "CSE-2103_Data_Structures_Mid_Fall_2021.pdf",
    { code: "CSE 2103", subject: "Data Structures", examType: "mid", term: "fall", year: "2021" },
  ],
  ["MAT1201 final 2016 set-A.pdf", { code: "MAT 1201", examType: "final", year: "2016" }],
  ["3rd semester/PHY 2101 quiz.docx", { code: "PHY 2101", examType: "quiz", semester: "3" }],
  ["CSE 3107 2020-21 final.pdf", { code: "CSE 3107", examType: "final", year: "2021" }],
])("the name %j tells %j", (path, details) => expect(values(path)).toMatchObject(details));

test.each([
  "IMG-20230314-WA0003.jpg",
  "IMG_20211012_101010.jpg",
  "Screenshot_20211012-101010_WhatsApp.jpg",
  "scan 2019-11-25.jpg",
  "WhatsApp Image 2024-02-11 at 10.33.12 AM.jpeg",
  "PXL_20220101_081500123.jpg",
  "CamScanner 11-25-2019 10.33.pdf",
  "New Doc 2019-11-25 10.33.12.pdf",
  "1577836800000.jpg",
  "received_1234567890123456.jpeg",
  "document (3).pdf",
])("the name %j, which a program gave, tells nothing", (path) => expect(values(path)).toEqual({}));

test("a folder tells what the name of the file leaves out, and the nearer name wins", () => {
  expect(values("2017/CSE 2103/Final/IMG_20190101_101010.jpg")).toMatchObject({
    code: "CSE 2103",
    examType: "final",
    year: "2017",
  });
  expect(values("Final 2017/Mid 2018.pdf")).toMatchObject({ examType: "mid", year: "2018" });
});

test("a name is never sure, and a title from a name is a guess", () => {
  const details = detailsOfName("CSE 2103 Data Structures Final 2021.pdf");
  expect(Object.values(details).every(({ confidence }) => confidence < 0.9)).toBe(true);
  expect(details.subject?.confidence).toBeLessThan(0.65);
});

test("a very long name with many separators is read in linear time", () => {
  expect(values(`${"a_-. ".repeat(100_000)}/${"9-".repeat(5_000)}.pdf`)).toEqual({});
});

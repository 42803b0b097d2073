import { expect, test } from "vitest";
import { headOf } from "./details-text.ts";
import { proposeDetails } from "./propose-details.ts";

const values = (text: string) =>
  Object.fromEntries(Object.entries(proposeDetails(text)).map(([name, detail]) => [name, detail.value]));

test.each([
  ["Course Code: CSE 2103", "CSE 2103"],
  ["Course Code : CSE-2103", "CSE 2103"],
  ["Course No. EEE1105", "EEE 1105"],
  ["Course: MATH 1201 (Calculus)", "MATH 1201"],
  ["Subject Code - PHY 115", "PHY 115"],
  ["COURSE CODE; C5E 21O3", "CSE 2103"],
  ["Course Code: EEE l1O5", "EEE 1105"],
  ["Course Code: 8BA 32O8", "BBA 3208"],
  ["Course Code: CHEM 4113L", "CHEM 4113L"],
  ["CSE 231L", "CSE 231L"],
  ["Course Code: CSE 231L", "CSE 231L"],
  ["Course Code:\nCSE 231L", "CSE 231L"],
  ["C SE 231L: Data Structures", "CSE 231L"],
  ["Level 1 Term 1 CE 301", "CE 301"],
  ["L-3 T-1 CE 301", "CE 301"],
  ["TERM I CE 301", "CE 301"],
  ["ENGLISH I CE 101", "CE 101"],
  ["Semester 8 ME 401", "ME 401"],
  ["Version B ME 301", "ME 301"],
  ["Semester 5 WE 401", undefined],
  ["Course Code: XYZ 4113", "XYZ 4113"],
  ["Spring 2019\nCSE 4508: Operating Systems", "CSE 4508"],
  ["বিষয় কোড: CSE 2103", "CSE 2103"],
  ["কোর্স কোড: MATH-১২০১", "MATH 1201"],
  ["বিষয় কোড: ২২১১০১", "221101"],
  ["Course Code: 241903", "241903"],
  ["Math 4141", "MATH 4141"],
  ["Phy-1105: Optics", "PHY 1105"],
  ["XYZ 4113: Soil Mechanics", "XYZ 4113"],
  ["Soil Mechanics (XYZ-413)", "XYZ 413"],
  ["Course Code:\nCSE 2103", "CSE 2103"],
  ["Sub: LLB/2205 (Law of Contract)", "LLB 2205"],
  ["Sub. Code:   Sample University   Time: 3 hours\nPHH-302   Dhaka   Full Marks: 80", "PHH 302"],
  ["Course No:\nSample University of   Time: 3 hours\nEEE-305   Marks: 80", "EEE 305"],
  ["বিষয় কোড:   নমুনা বিশ্ববিদ্যালয়\nLAW ১১০৩   আইন বিভাগ", "LAW 1103"],
  ["Acn-2201 Cost and Management Accounting", "ACN 2201"],
  ["ACN 2201   Marks: 80", "ACN 2201"],
  ["Course Code:   Sample University\nRoom 203   Marks: 80", undefined],
  ["Hall-302 North Block", undefined],
  ["ELL305", undefined],
  ["May-2019 Final", undefined],
  ["B.Sc. in CSE 2nd Semester", undefined],
  ["Course: CSE 2 nd Semester", undefined],
  ["Course: CSE 200 Marks", undefined],
  ["Course Code: Math 1151 Marks: 30 Time: 1 hour", "MATH 1151"],
  ["CS E 4533: Data M ining", "CSE 4533"],
  ["Course No: BUS102", "BUS 102"],
  ["Course No: LLB 220S", "LLB 2205"],
  ["Course: ECON230l", "ECON 2301"],
  ["BUS102: Business", "BUS 102"],
  ["XYZ 4113 মাটির গঠন", "XYZ 4113"],
  ["C0URSE C0DE: C SE 21O3", "CSE 2103"],
  ["Math 1151 Marks: 30", "MATH 1151"],
  ["CSE 2213/CSI 219: Discrete Mathematics", "CSE 2213"],
  ["কোর্স কোড: বাংলা ২১০৩ কোর্সের নাম: আধুনিক কবিতা", "বাংলা 2103"],
  ["Final Examination, CSE 2019", undefined],
  ["Companies Act 1994", undefined],
  ["Room ABC 2103, 12 May 2019", undefined],
  ["Final Examination 2019", undefined],
  ["Answer any 5 of 8 questions", undefined],
])("in %j the course code is %s", (text, code) => expect(values(text)["code"]).toBe(code));

test("a level and a term before a code stay the semester", () => {
  for (const line of ["Level 1 Term 1 CE 301", "L-1 T-1 CE 301"])
    expect(values(line)).toMatchObject({ code: "CE 301", semester: "L-1 T-1" });
});

test("a code whose letters were joined is only a guess, unless it stands beside its label", () => {
  const code = (text: string) => proposeDetails(text).code;
  expect(code("C SE 2103: Data Structures")).toMatchObject({ value: "CSE 2103" });
  expect(code("C SE 2103: Data Structures")?.confidence).toBeLessThan(0.65);
  expect(code("CSE 2103: Data Structures")?.confidence).toBe(0.8);
  expect(code("C5E 21O3: Data Structures")?.confidence).toBe(0.8);
  expect(code("Course Code: C SE 2103")?.confidence).toBe(0.95);
  expect(code("Term Test C SE 2103")?.confidence).toBeLessThan(0.65);
  for (const line of ["Version B ME 301", "ENGLISH I CE 101"]) expect(code(line)?.confidence).toBe(0.8);
});

test("a number whose last sign can be a digit or a suffix is only a guess, but an L is the suffix of a laboratory course", () => {
  const code = (text: string) => proposeDetails(text).code;
  expect(code("CSE 231L")).toMatchObject({ value: "CSE 231L", confidence: 0.8 });
  for (const text of ["CSE 231B", "Course Code: CSE 231B", "Course Code:\nCSE 231B"])
    expect(code(text)?.confidence).toBeLessThan(0.65);
});

test.each([
  ["Course Title: Data Structures", "Data Structures"],
  ["Course Title: Data Structures      Time: 3 Hours", "Data Structures"],
  ["Course Title: Physics II   Course Code: PHY 1150", "Physics II"],
  ["Subject: Microeconomics", "Microeconomics"],
  ["CSE 4508: Operating Systems", "Operating Systems"],
  ["Course: CSE-2103 (Data Structures)", "Data Structures"],
  ["Data Structures (CSE-2103)", "Data Structures"],
  ["Course: Data Structures [CSE 2103]", "Data Structures"],
  ["Name of the Course: Data Structures   Credit Hours: 3", "Data Structures"],
  ["বিষয়: অন্তরকলন গণিত", "অন্তরকলন গণিত"],
  ["কোর্সের নাম: ভৌত রসায়ন", "ভৌত রসায়ন".normalize("NFC")],
  ["Course Code: CSE 2103 Title: Data Structures", "Data Structures"],
  ["Course No. EEE 305   Title:   Power System Analysis", "Power System Analysis"],
  ["Course Thile: Data Structures", "Data Structures"],
  ["CSE - 3211 Operating System Concepts", "Operating System Concepts"],
  ["Course Code: C5E 3211 Operating System Concepts", "Operating System Concepts"],
  ["কোর্স নং: HUM - ১২১১ প্রকৌশল অর্থনীতি", "প্রকৌশল অর্থনীতি"],
  ["বিষয়: BUS 102 (ব্যবসায় পরিচিতি)", "ব্যবসায় পরিচিতি".normalize("NFC")],
  ["Sub: LLB/2205 (Law of Contract)", "Law of Contract"],
  ["BUS 102 ব্যবসায় অর্থনীতি", "ব্যবসায় অর্থনীতি".normalize("NFC")],
  ["Course T itle: D ata Structures", "Data Structures"],
  ["C0URSE T1TLE: Thermodynamics", "Thermodynamics"],
  ["Title: Physics; Sec: A-F", "Physics"],
  ["CSE 2215 Data Structures (Sec BD)", "Data Structures"],
  ["Course: CSE 2213 Name: Operating Systems", "Operating Systems"],
  ["Course Time: 3 hours", undefined],
  ["CSE 2103 Final Examination", undefined],
  ["CSE 2103 Section A", undefined],
  ["CSE 2103 of the second year", undefined],
  ["Sub: PHYS 2204 (f63NU Jaf)", undefined],
  ["Course Code: CSE 2103", undefined],
  ["Subject: CSE 2103", undefined],
])("in %j the course title is %s", (text, subject) => expect(values(text)["subject"]).toBe(subject));

test.each([
  ["Department of Computer Science and Engineering", "CSE"],
  ["Dept. of Electrical and Electronic Engineering", "ece"],
  ["Department of Business Administration", "bba"],
  ["Department of Mathematics", "Mathematics"],
  ["কম্পিউটার বিজ্ঞান ও প্রকৌশল বিভাগ", "CSE"],
  ["তড়িৎ ও ইলেকট্রনিক প্রকৌশল বিভাগ", "ece"],
  ["গণিত বিভাগ", "গণিত"],
  ["Course Code: EEE 1105", "ece"],
  ["Full Marks: 70", undefined],
])("in %j the department is %s", (text, department) => expect(values(text)["department"]).toBe(department));

test("the heading of a paper yields all details, even if its code was recognised badly", () => {
  const head = [
    "Dhaka Sample University",
    "Department of Computer Science and Engineering",
    "Final Examination, Spring 2019, 3rd Semester",
    "Course Code: C5E 21O3      Course Title: Data Structures",
    "Time: 3 Hours      Full Marks: 70",
  ].join("\n");
  const [, department, exam, course] = head.split("\n");
  const line = (number: number) => ({ page: 1, line: number });
  expect(proposeDetails(head)).toEqual({
    code: {
      value: "CSE 2103",
      confidence: 0.95,
      snippet: "Course Code: C5E 21O3 Course Title: Data Structures",
      place: line(4),
    },
    examType: { value: "final", confidence: 0.9, snippet: exam, place: line(3) },
    term: { value: "spring", confidence: 0.95, snippet: exam, place: line(3) },
    year: { value: "2019", confidence: 0.95, snippet: exam, place: line(3) },
    subject: {
      value: "Data Structures",
      confidence: 0.9,
      snippet: course?.replace(/ +/g, " "),
      place: line(4),
    },
    semester: { value: "3", confidence: 0.8, snippet: exam, place: line(3) },
    department: { value: "CSE", confidence: 0.85, snippet: department, place: line(2) },
  });
});

test("a detail names the page and the line that it was read from, with the place of the line", () => {
  const cover = { page: 4, text: "Sample University\n\nAnswer script", lineBoxes: null };
  const box = [0.1, 0.2, 0.5, 0.02];
  const lineBoxes = JSON.stringify([null, null, box]);
  const paper = { page: 5, text: "Department of Law\n\nCourse Code: LAW 2103", lineBoxes };
  const { code, department } = proposeDetails([cover, paper]);
  expect(code?.place).toEqual({ page: 5, line: 3, box });
  expect(department?.place).toEqual({ page: 5, line: 1 });
});

test("a detail is shown as its line is printed", () => {
  expect(proposeDetails("নমুনা বিশ্ববিদ্যালয়\n৩য়  সেমিস্টার চূড়ান্ত পরীক্ষা, ২০২৪").year?.snippet).toBe(
    "৩য় সেমিস্টার চূড়ান্ত পরীক্ষা, ২০২৪",
  );
});

test("the words of questions are no details of the paper", () => {
  const head = ["Sample University", "Course Code: CSE 2103", "Time: 2 hours   Marks: 40"];
  const questions = ["1. a) Explain the final keyword of Java 2019.", "b) Write a class test for the quiz."];
  expect(values([...head, ...questions].join("\n"))).toEqual({ code: "CSE 2103", department: "CSE" });
});

test("a line above the questions names the exam, and a question of a short heading doesn't", () => {
  const questions = ["Answer any SIX questions.", "1. The marks of a class test in 1999 are given."];
  expect(values(["ECON 2301   Quiz 2   30 marks", ...questions].join("\n"))).toMatchObject({
    code: "ECON 2301",
    examType: "quiz",
  });
});

test("a title with parts of words is only a guess", () => {
  expect(proposeDetails("Course Title: S oil D ynamics").subject?.confidence).toBeLessThan(0.65);
  expect(proposeDetails("Course Title: Introduction to C and OS II").subject?.confidence).toBe(0.9);
});

test("an empty text yields no details, and neither does a long, meaningless one", () => {
  expect(proposeDetails("")).toEqual({});
  const noise = `${"Course ".repeat(5_000)}${"বিষয় ".repeat(5_000)}${"0".repeat(10_000)}${" ".repeat(10_000)}`;
  expect(proposeDetails(noise)).toEqual({});
});

test.each(["a", "course", "set", "subject code", "exam 2019"])(
  "the details are found fast in a page of %j with tens of thousands of wide spaces",
  (word) => {
    const line = `${word}${"\u3000".repeat(90_000 - word.length)}x`;
    expect(headOf(line).lines).toEqual([`${word}   x`]);
    expect(headOf(`${word} `.repeat(20_000)).lines[0]).toHaveLength(300);
    proposeDetails(`${word}${" x".repeat(40_000)}\n`.repeat(2));
  },
);

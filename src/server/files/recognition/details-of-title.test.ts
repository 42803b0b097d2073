import { expect, test } from "vitest";
import { proposeDetails } from "./propose-details.ts";

const values = (text: string) =>
  Object.fromEntries(Object.entries(proposeDetails(text)).map(([name, detail]) => [name, detail.value]));

const question = "1. Define a stack and explain how it differs from a queue.";
const heading = (...lines: string[]): string =>
  ["Sample University", "Department of Physics", "Final Examination 2019", ...lines].join("\n");

test.each([
  [heading("Quantum Mechanics I", question), "Quantum Mechanics I"],
  [heading("Quantum Mechanics I", "3rd Semester   Full Marks: 80", question), "Quantum Mechanics I"],
  [heading("Waves and Oscillations   Full Marks: 60", "Title:", question), "Waves and Oscillations"],
  [heading("Basic Statistics", "(Use separate answer scripts for each section.)"), "Basic Statistics"],
  [heading("Compiler Design", "[N.B. The figures in the margin indicate full marks.]"), "Compiler Design"],
  [heading("ENGINEERING ECONOMICS", "There are FIVE questions in this paper."), "ENGINEERING ECONOMICS"],
  [heading("ব্যষ্টিক অর্থনীতি", "[দ্রষ্টব্য: যেকোনো পাঁচটি প্রশ্নের উত্তর দাও।]"), "ব্যষ্টিক অর্থনীতি"],
])("in the heading %j the title without a label is %s", (text, title) => {
  const { subject } = proposeDetails(text);
  expect(subject).toMatchObject({ value: title, confidence: 0.5 });
  expect(subject?.snippet).toContain(title);
});

test.each([
  ["Course Title & Code: Basic Statistics, STA 1202", "Basic Statistics"],
  ["Course Name and Code: Basic Statistics (STA 1202)", "Basic Statistics"],
  ["Paper: Basic Statistics   Paper Code: STA 1202", "Basic Statistics"],
  ["Module: Basic Statistics   Code: STA 1202", "Basic Statistics"],
  ["Course - Basic Statistics\nCode - STA 1202", "Basic Statistics"],
  ["Basic Statistics (Course Code: STA 1202)", "Basic Statistics"],
  ["Basic Statistics - STA 1202", "Basic Statistics"],
  ["Basic Statistics; STA 1202", "Basic Statistics"],
  ["STA 1202 / Basic Statistics", "Basic Statistics"],
  ["STA 1202. Basic Statistics", "Basic Statistics"],
  ["Course Code   Course Title   Credit\nSTA 1202   Basic Statistics   3.00", "Basic Statistics"],
  ["Course Title\nBasic Statistics\nCourse Code\nSTA 1202", "Basic Statistics"],
  ["Subject Basic Statistics\nCode STA 1202", "Basic Statistics"],
  ["STA 1202/MATH 219: Basic Statistics", "Basic Statistics"],
  ["STA 1202 Basic Statistics (Sec BD)", "Basic Statistics"],
  ["Code: STA 1202   Title: Basic Statistics; Sec: A-F", "Basic Statistics"],
  ["Course: STA 1202 Name: Basic Statistics", "Basic Statistics"],
  ["পত্রের নাম: মৌলিক পরিসংখ্যান\nপত্র কোড: STA 1202", "মৌলিক পরিসংখ্যান"],
  ["কোর্স: মৌলিক পরিসংখ্যান\nকোড: STA 1202", "মৌলিক পরিসংখ্যান"],
  ["মৌলিক পরিসংখ্যান (কোর্স কোড: STA 1202)", "মৌলিক পরিসংখ্যান"],
  ["কোর্স কোড   কোর্সের নাম   ক্রেডিট\nSTA 1202   মৌলিক পরিসংখ্যান   ৩.০", "মৌলিক পরিসংখ্যান"],
])("%j has its title beside the code or a label", (lines, title) =>
  expect(values(heading(lines, "Time: 3 hours", question))).toMatchObject({
    subject: title,
    code: "STA 1202",
  }),
);

test("the title of a heading without a department is above the line of the code", () => {
  const text = `Sample University\nBasic Statistics\nSTA 1202\nFinal Examination 2019\nTime: 3 hours\n${question}`;
  expect(values(text)["subject"]).toBe("Basic Statistics");
});

test.each(["Dhaka", "Savar Campus"])("%s above the line of the code is no title", (place) => {
  const text = `Sample University\n${place}\nSTA 1202\nFinal Examination 2019\nTime: 3 hours\n${question}`;
  expect(values(text)["subject"]).toBeUndefined();
});

test.each([
  "প্রশ্ন ১: গড় কী?",
  "১নং প্রশ্ন",
  "১ (ক) গড় কী?",
  "(ক) গড় কী?",
  "a) What is a mean?",
  "নিচের প্রশ্নগুলোর উত্তর দাও",
])("the heading ends before %j", (first) =>
  expect(values(heading("Basic Statistics", first))["subject"]).toBe("Basic Statistics"),
);

test.each([
  ["without a question or an instruction", heading("Quantum Mechanics I")],
  ["with other details", heading("Third Year, Second Semester", "Time: 3 hours   Full Marks: 80", question)],
  ["with the name of a teacher", heading("Dr. Rahim Uddin", question)],
  ["with a label of another detail", heading("Examiner: Rahim Uddin", question)],
  ["with a course teacher", heading("Course Teacher: Rahim Uddin", question)],
  ["with words for students", heading("Best of Luck", question)],
  ["with the rest of a title", heading("Cost and Management", "Accounting", question)],
  ["with noise", heading("Fxiaty af fecbial Eng", question)],
  [
    "with a city below the university",
    "Final Examination\nSample University\nDhaka\nTime: 3 hours\n" + question,
  ],
  [
    "with the rest of a department",
    "Sample University\nFinal Examination\nDepartment of Computer Science and\nEngineering\n" + question,
  ],
])("a heading %s has no title", (_what, text) => expect(values(text)["subject"]).toBeUndefined());

test("the words of instructions and of questions without numbers are no details", () => {
  const text = heading(
    "Time: 3 hours",
    "[N.B. Answer any FIVE questions.]",
    "Discuss the improvement of yields.",
  );
  expect(values(text)).toEqual({ department: "Physics", examType: "final", year: "2019" });
});

import { expect, test } from "vitest";
import { proposeDetails } from "./propose-details.ts";

const values = (text: string) =>
  Object.fromEntries(Object.entries(proposeDetails(text)).map(([name, detail]) => [name, detail.value]));

test.each([
  ["Final Examination, Fall 2022", "fall"],
  ["Autumn-21 Mid Term", "fall"],
  ["Spring Semester", "spring"],
  ["Semester: Summer", "summer"],
  ["WINTER TERM", "winter"],
  ["Fall 1999", "fall"],
  ["পরীক্ষার ফল ২০২৪", undefined],
  ["স্প্রিং ২০২২", "spring"],
  ["গ্রীষ্ম সেমিস্টার", "summer"],
  ["ফাইনাল পরীক্ষা, ফল ২০২১", "fall"],
  ["Free fall of a body, 9.8 m", undefined],
  ["A spring constant is 20 N/m", undefined],
  ["Springfield 2019", undefined],
  ["Final Examination 2022", undefined],
])("in %j the term is %s", (text, term) => expect(values(text)["term"]).toBe(term));

test.each([
  ["Set: A", "A"],
  ["Set-B   Full Marks: 40", "B"],
  ["Time: 2 hours (SET – C)", "C"],
  ["Set A", "A"],
  ["SET 2", "2"],
  ["Final Examination 2022, Set B1", "B1"],
  ["সেট: ক", "ক"],
  ["Set of real numbers", undefined],
  ["Set-up of an experiment", undefined],
  ["Set up the equation", undefined],
  ["Set a breakpoint", undefined],
  ["Let the set A be finite", undefined],
  ["Reset: A", undefined],
  ["Let the set: A = {1, 2, 3}", undefined],
  ["Set: A = {1, 2, 3}", undefined],
  ["Problem set - 3", undefined],
  ["The off-set: 5 mm", undefined],
])("in %j the set is %s", (text, set) => expect(values(text)["set"]).toBe(set));

test.each([
  ["Final Examination, Spring 2019", "final"],
  ["Semester End Examination", "final"],
  ["Mid Term Examination", "mid"],
  ["Mid-Semester Exam", "mid"],
  ["SEM ESTER F I NAL", "final"],
  ["M ID TER M EXAM INATI0N", "mid"],
  ["Final : Fall 2022", "final"],
  ["MIDTERM", "mid"],
  ["Mid Assessment, Spring 2023", "mid"],
  ["M1d-Term Exam", "mid"],
  ["Fina1 Examination", "final"],
  ["Final Year Class Test 1", "class-test"],
  ["Finat Examination", "final"],
  ["Principles of Finance", undefined],
  ["Semester Examination 2022", undefined],
  ["B.Sc. Final Year", undefined],
  ["Class Test 2", "class-test"],
  ["CT-3", "class-test"],
  ["CT 02", "class-test"],
  ["C T-1", "class-test"],
  ["Quiz 1", "quiz"],
  ["Lab Final", "lab"],
  ["Practical Examination 2018", "lab"],
  ["Improvement Final Examination", "improvement"],
  ["চূড়ান্ত পরীক্ষা", "final"],
  ["চুড়ান্ত পরিক্ষা", "final"],
  ["মিড টার্ম পরীক্ষা", "mid"],
  ["ক্লাস টেস্ট ২", "class-test"],
  ["মানোন্নয়ন পরীক্ষা", "improvement"],
  ["ব্যবহারিক পরীক্ষা", "lab"],
  ["1st Year 2nd Semester Examination", undefined],
  ["Sec C\nT-2", undefined],
  ["Sec C   T-2", undefined],
  ["Section: C T-2", undefined],
  ["Sec C   CT-2", "class-test"],
  ["2°d Semester Examination", undefined],
  ["The octet rule", undefined],
  ["Lecture notes on amid", undefined],
])("in %j the exam type is %s", (text, examType) => expect(values(text)["examType"]).toBe(examType));

test.each([
  ["Spring 2019", "2019"],
  ["Final Examination, Fall-2021", "2021"],
  ["Fall'21", "2021"],
  ["Spring 23, Mid Term", "2023"],
  ["January-June, 2022", "2022"],
  ["Session: 2018-19", "2019"],
  ["Session: 2013-14\n2016", "2016"],
  ["Session 2018-2019", "2019"],
  ["Session: 2018-19\nFinal Examination 2020", "2020"],
  ["Date: 12/05/2017", "2017"],
  ["Held on 3 March 2016", "2016"],
  ["চূড়ান্ত পরীক্ষা, ২০১৯", "2019"],
  ["শিক্ষাবর্ষ: ২০১৮-২০১৯", "2019"],
  ["ক্লাস টেস্ট ২, ২০২১", "2021"],
  ["CT-1 - 2015", "2015"],
  ["Mid Term 2016", "2016"],
  ["Session: 2013-14\nFull Marks: 20   2016", "2016"],
  ["Class Test - 2 - 2010\nSession: 2008-2009", "2010"],
  ["Session: 2018-11", undefined],
  ["Established 1921. Course Code: CSE 2019", undefined],
  ["Final Examination 2999", undefined],
  ["Total marks 70", undefined],
])("in %j the year is %s", (text, year) => expect(values(text)["year"]).toBe(year));

test.each([
  ["3rd Semester", "3"],
  ["8rd Semester", "3"],
  [`2" Year 1" Semester`, "L-2 T-1"],
  ["2°d Semester", "2"],
  ["l st Year 2nd Semester", "L-1 T-2"],
  ["Yea Year 2nd Semester", undefined],
  ["lst Semester", "1"],
  ["2md Semester", "2"],
  ["5lh Semester", "5"],
  ["Semester 5", "5"],
  ["Semester Final Examination", undefined],
  ["Level-III, Term-II", "L-3 T-2"],
  ["Semester: 5", "5"],
  ["Level-2 Term-1", "L-2 T-1"],
  ["L-3/T-2", "L-3 T-2"],
  ["2nd Year 1st Semester", "L-2 T-1"],
  ["Third Semester", "3"],
  ["Semester - IV", "4"],
  ["৩য় সেমিস্টার", "3"],
  ["দ্বিতীয় বর্ষ প্রথম সেমিস্টার", "L-2 T-1"],
  ["Spring Semester", undefined],
])("in %j the semester is %s", (text, semester) => expect(values(text)["semester"]).toBe(semester));

test.each([
  ["NAL EXAMINATION, FALL 2019", "final"],
  ["Dept. of CSE   nal Exam", "final"],
  ["B.Sc. in CSE, Semester Fin   Date: 2019", "final"],
  ["id-Term Examination", "mid"],
  ["uiz 2", "quiz"],
])("a part of an exam's name, as in %j, is only a guess", (text, type) => {
  const { examType } = proposeDetails(text);
  expect(examType?.value).toBe(type);
  expect(examType?.confidence).toBeLessThan(0.65);
});

test.each([
  ["Term Fna Examinaton - Fal 2009", "final"],
  ["B. Sc. ngieering Term Fina xaminatin Fall 2024", "final"],
  ["Second Semester Finat Eam", "final"],
  ["Improvemet Examinat1on 2019", "improvement"],
  ["Midtrm Examinaton", "mid"],
  ["সেমিস্টার ফাইট্াল পরীক্ষা: শীত ২০০৯", "final"],
  ["Semester Examinaton, Fal 2019", undefined],
  ["Fal Examinaton 2019", undefined],
  ["Find the example of a term", undefined],
])("the misread line %j states the exam type %s", (line, type) => {
  const text = `Sample University\n${line}\nCSE 2103\nTime: 3 hours\n1. Explain how a stack differs from a queue.`;
  expect(proposeDetails(text).examType?.value).toBe(type);
});

test("a line of a table before a year alone in its cell does not hide the year", () => {
  const text =
    "Sample University\n12016\nSession: 2014-15\nECON 2301\n1. Explain how a stack differs from a queue.";
  expect(proposeDetails(text).year?.value).toBe("2016");
});

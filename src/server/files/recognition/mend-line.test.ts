import { expect, test } from "vitest";
import { mendedLine } from "./mend-line.ts";

test.each([
  ["SEM ESTER F I NAL EXAM INATION", "SEMESTER FINAL EXAMINATION"],
  ["SEM ESTERF INAL", "SEMESTER FINAL"],
  ["SEMESTERFINAL EXAMINATION", "SEMESTER FINAL EXAMINATION"],
  ["M I D T ERM", "MIDTERM"],
  ["CS E 4533: Data M ining", "CSE 4533: Data Mining"],
  ["C SE-2103", "CSE-2103"],
  ["C 5 E 2103", "CSE 2103"],
  ["C0URSE C0DE: CSE 2103", "COURSE CODE: CSE 2103"],
  ["Course T itle: D ata Str uctures", "Course Title: Data Structures"],
  ["T1me: 3 H0urs   Full M arks: 70", "Time: 3 Hours   Full Marks: 70"],
  ["ISL A MIC U NIV ERSITY O F T EC HN OLOGY", "ISLAMIC UNIVERSITY OF TECHNOLOGY"],
  ["UNIVERSITYOF T ECHNOL0GY", "UNIVERSITY OF TECHNOLOGY"],
  ["CS E4105: Compilers", "CSE4105: Compilers"],
  ["Sub. Code: Ec o-4103", "Sub. Code: Eco-4103"],
  ["Ec 0n-2301", "Econ-2301"],
  ["Course No. PH H 302", "Course No. PHH 302"],
  ["Mi d Ex am", "Mid Exam"],
  ["Final, 2O19, session 20l7-2O18", "Final, 2019, session 2017-2018"],
  ["Leve1 1 Term 1", "Level 1 Term 1"],
])("%j is mended to %j", (line, mended) => expect(mendedLine(line)).toBe(mended));

test.each([
  "mid term exam",
  "Mid  Term   Set A",
  "B.Sc. in CSE 4th Semester, 2016-2017",
  "Section A IS 2103",
  "Set B ME 301",
  "S oil Dynamics",
  "Physics I CE 2103",
  "PH H 302",
  "of the year 2019",
  "Room 2OO, 2999, l2O, ISBN",
  "Fail rate of a course, 5 8 0 1",
  "Let the set A be finite",
  "Course: CSE 200 Marks",
  "Courses of   T itles",
  "নমুনা বিশ্ববিদ্যালয়, ৩য় সেমিস্টার",
  "",
])("%j doesn't change", (line) => expect(mendedLine(line)).toBe(line));

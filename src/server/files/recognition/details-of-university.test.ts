import { describe, expect, test } from "vitest";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import { headOf } from "./details-text.ts";
import { universityOf } from "./details-of-university.ts";
import { proposeDetails } from "./propose-details.ts";

const university = (name: string, banglaName = "", ...otherNames: string[]): KnownUniversity => ({
  name,
  banglaName,
  otherNames,
});
const BUET = "Bangladesh University of Engineering and Technology";
const known = [
  university(BUET, "বাংলাদেশ প্রকৌশল বিশ্ববিদ্যালয়", "BUET", "বুয়েট"),
  university("Bangladesh University"),
  university("University of Dhaka", "ঢাকা বিশ্ববিদ্যালয়", "DU", "Dhaka University"),
  university("Dhaka University of Engineering and Technology", "", "DUET"),
  university("Rajshahi University of Engineering and Technology", "", "RUET"),
  university("Khulna University of Engineering and Technology", "", "KUET"),
  university("Khulna University", "খুলনা বিশ্ববিদ্যালয়", "KU"),
  university("Islamic University"),
  university("Southeast University", "", "SEU"),
  university("Southern University Bangladesh", "", "Southern University"),
  university("Northern University Bangladesh", "", "NUB", "Northern University"),
  university("Green University of Bangladesh", "", "GUB", "Green University"),
  university("Bangladesh University of Professionals", "", "BUP"),
  university("Pabna University of Science and Technology", "", "PUST"),
  university("National University", "জাতীয় বিশ্ববিদ্যালয়"),
];
const read = (text: string) => universityOf(headOf(text).lines, known);

describe("the university of a paper", () => {
  test.each([
    ["University of Dhaka\nDepartment of Physics", "University of Dhaka"],
    ["DHAKA UNIVERSITY", "University of Dhaka"],
    [`${BUET.toUpperCase()}, DHAKA`, BUET],
    ["Bangladesh University of Engineering & Technology", BUET],
    ["Bangladesh University of\nEngineering and Technology", BUET],
    ["Bang1adesh Universlty of Engineerlng and Technology", BUET],
    ["BangladeshUniversity ofEngineering andTechnology", BUET],
    ["Bangladesh University", "Bangladesh University"],
    ["Bangladesh University of Wonders", undefined],
    ["Khulna University of Engineering and Techno1ogy", "Khulna University of Engineering and Technology"],
    ["Khulna Universitv, Khulna", "Khulna University"],
    ["Northern University", "Northern University Bangladesh"],
    ["Southern University", "Southern University Bangladesh"],
    ["ঢাকা বিশ্ববিদ্যালয়", "University of Dhaka"],
    ["বাংলাদেশ প্রকৌশল বিশ্ববিদ্যালয়, ঢাকা", BUET],
    ["বাংলাদেশ প্রকৌশল বিশ্ববিদালয়", BUET],
    ["Department of CSE, BUET", BUET],
    ["Final 2019 (RUET)", "Rajshahi University of Engineering and Technology"],
    ["KUET 2019", "Khulna University of Engineering and Technology"],
    ["বুয়েট, সিএসই বিভাগ", BUET],
    ["BUP 1101: Bangladesh Studies", undefined],
    ["Nub of the question", undefined],
    ["DU means the displacement of u", undefined],
    ["Mid Term Examination, Fall 2022", undefined],
    ["A University of Nowhere", undefined],
    ["ISL A MIC U NIV ERSITY", "Islamic University"],
    ["ISL A MIC U NIV ERSITY OF T EC HN OLOGY", undefined],
    ["ISL A MIC U NIV ERSITY O F T EC HN OLOGY", undefined],
    ["ISLAMIC UNIVERSITYOF TECHNOLOGY", undefined],
    ["ISLAMIC UNIVERSITY 0F TECHNOLOGY", undefined],
    ["ISLAMIC UNIVERSITY\nOF TECHNOLOGY", undefined],
    ["Royal Islamic University", undefined],
    ["R OY AL ISL AMIC UNIVERSITY", undefined],
    ["Central University of Dhaka", undefined],
    ["Department of Law, Islamic University, Kushtia", "Islamic University"],
    ["Department of Law Islamic University", "Islamic University"],
    ["Final Examination 2019   lslamic Un1versity", "Islamic University"],
    ["D HAKA UNIVER SITY", "University of Dhaka"],
    ["University of Dhaka\nFor the degree of B.Sc.", "University of Dhaka"],
    ["University of Dhaka\nand its affiliated colleges", "University of Dhaka"],
    ["Bangladesh University of Engineering\nand Technology", BUET],
    ["University of Dhaka and its affiliated colleges", "University of Dhaka"],
    ["Bangladesh University of the Arts", undefined],
    ["Affiliated with National University", "National University"],
  ])("is read from %j as %s", (text, name) => expect(read(text)?.value).toBe(name));

  test("is not read from the questions below the head", () => {
    const questions = Array.from(
      { length: 9 },
      (_none, index) => `${index + 1}. Define a set of ${index} figures.`,
    );
    expect(read(["Final Examination", ...questions, "University of Dhaka"].join("\n"))).toBeUndefined();
  });

  test("is more certain if no letter was misread", () => {
    const [exact, misread, short] = ["University of Dhaka", "Univcrsity of Dhaka", "KUET"].map(read);
    expect(exact?.confidence).toBeGreaterThan(misread?.confidence ?? 1);
    expect(misread?.confidence).toBeGreaterThan(short?.confidence ?? 1);
  });

  test("is only a guess if a letter of its own name differs, because that can be another university", () => {
    const guess = read("Padma University of Science and Technology");
    expect(guess?.value).toBe("Pabna University of Science and Technology");
    expect(guess?.confidence).toBeLessThan(0.65);
    expect(read("Pabna University of Sclence and Technology")?.confidence).toBeGreaterThan(0.65);
  });

  test("is proposed with the other details, and a school or a faculty is not the department", () => {
    const text =
      "Green University of Bangladesh\nSchool of Science and Engineering\nFaculty of Engineering\nCSE 2103";
    const { university: found, department } = proposeDetails(text, known);
    expect(found?.value).toBe("Green University of Bangladesh");
    expect(department?.value).toBe("CSE");
    expect(proposeDetails("School of Business\nFaculty of Law").department).toBeUndefined();
    expect(proposeDetails("Faculty of Science\nDepartment of Physics").department?.value).toBe("Physics");
  });
});

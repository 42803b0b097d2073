import type { TestArchive } from "../platform/archive.ts";
import { course, path } from "./course-of-eleven-years.ts";
import { insertItem } from "./factories.ts";

/** A course whose papers have the longest names. */
const LONG = {
  code: "EEE 9999",
  subject: "Electromagnetic Compatibility of Telecommunication Infrastructures",
  university: course.university,
  department: "EEE",
  term: "summer",
  set: "B",
};
export const longPath = path.replace("cse2103", "eee9999");

/** Stores the papers of two years, and leaves gaps in the years without papers. */
export async function insertLongCourse(archive: TestArchive): Promise<void> {
  for (const examType of ["class-test", "quiz", "mid", "final", "improvement", "lab"])
    for (const [year, heldIn] of [
      ["2024", "december"],
      ["2022", "december"],
      ["2022", "september"],
    ] as const)
      await insertItem(archive, "question", { fields: { ...LONG, examType, year, heldIn } });
}

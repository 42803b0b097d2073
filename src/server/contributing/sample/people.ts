import type { SamplePerson } from "./types.ts";
import { universities } from "./universities.ts";

const departments = [
  "CSE",
  "Civil",
  "ece",
  "bba",
  "Pharmacy",
  "Statistics",
  "Law",
  "English",
  "Bangla",
  "Economics",
  "Physics",
  "Mathematics",
];

/** Twelve invented students, two at each sample university. */
export const samplePeople: SamplePerson[] = departments.map((department, i) => ({
  displayName: `Sample Student ${i + 1}`,
  email: `sample.student.${i + 1}@example.edu`,
  department,
  roll: `SAMPLE-${2001 + i}`,
  university: universities[i % universities.length]!,
}));

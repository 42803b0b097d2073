import { provenance, sampleLink } from "./arithmetic.ts";
import type { SampleItemOf } from "./types.ts";

/**
 * `syllabusName` is the department facet (its label is Department), so its value is the value of a
 * department.
 */
const departments = [
  "CSE",
  "ece",
  "bba",
  "Civil",
  "Mechanical",
  "Physics",
  "Mathematics",
  "English",
  "Law",
  "Bangla",
  "Pharmacy",
  "Economics",
  "Statistics",
];

/** A syllabus for each department, and a revised syllabus for the first seven departments. */
export const sampleSyllabi: SampleItemOf<"syllabus">[] = [
  ...departments.map((department, i) => ({ department, year: 2012 + ((i * 4) % 10) })),
  ...departments.slice(0, 7).map((department, i) => ({ department, year: 2022 + (i % 5) })),
].map(({ department, year }, n) => ({
  kind: "syllabus",
  fields: { syllabusName: department, year: String(year), driveLink: sampleLink("syllabus", n) },
  ...provenance("syllabus", n, year),
}));

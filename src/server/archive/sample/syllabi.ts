import { provenance, sampleLink } from "./arithmetic.ts";
import type { SampleItemOf } from "./types.ts";

/**
 * The label of `syllabusName` is Department. It is the department facet, so its value is a department's
 * value.
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

/** A syllabus for each department, and a revised one for the first seven. */
export const sampleSyllabi: SampleItemOf<"syllabus">[] = [
  ...departments.map((department, i) => ({ department, year: 2012 + ((i * 4) % 10) })),
  ...departments.slice(0, 7).map((department, i) => ({ department, year: 2022 + (i % 5) })),
].map(({ department, year }, n) => ({
  kind: "syllabus",
  fields: { syllabusName: department, year: String(year), driveLink: sampleLink("syllabus", n) },
  ...provenance("syllabus", n, year),
}));

import { provenance, sampleLink } from "./arithmetic.ts";
import { sampleCourses } from "./courses.ts";
import type { ExamType, SampleCourse, SampleFields, SampleItemOf, Term } from "./types.ts";

const FIRST_YEAR = 2010;
const LAST_YEAR = 2026;

/** The possible papers of one course, newest first. `yearsBack` counts from the course's newest paper. */
const papers: [yearsBack: number, examType: ExamType][] = [
  [0, "final"],
  [1, "final"],
  [1, "mid"],
  [2, "final"],
  [0, "mid"],
  [2, "class-test"],
  [3, "final"],
  [4, "final"],
  [4, "improvement"],
];

const single: ExamType[] = ["final", "mid", "class-test", "final", "quiz", "improvement"];

/** The number of papers of a course. The first course gets many papers, to show a course over the years. */
function depthOf(i: number): number {
  if (i === 0) return papers.length;
  if (i < 3 || i % 4 === 0) return 4;
  return i % 4 === 2 ? 2 : 1;
}

function newestYear(i: number, depth: number): number {
  if (i < 3) return 2025;
  const span = Math.max(...papers.slice(0, depth).map(([back]) => back));
  return FIRST_YEAR + span + ((i * 7) % (LAST_YEAR - FIRST_YEAR - span + 1));
}

interface Paper {
  course: SampleCourse;
  year: number;
  examType: ExamType;
}

function papersOf(course: SampleCourse, i: number): Paper[] {
  const depth = depthOf(i);
  const newest = newestYear(i, depth);
  if (depth === 1) return [{ course, year: newest, examType: single[(i >> 1) % single.length]! }];
  return papers.slice(0, depth).map(([back, examType]) => ({ course, year: newest - back, examType }));
}

const TERMS: Term[] = ["spring", "summer", "fall", "winter"];

function fieldsOf({ course, year, examType }: Paper, n: number): SampleFields["question"] {
  const { department, title, code, semester, university } = course;
  return {
    department,
    subject: title,
    code,
    semester,
    year: String(year),
    driveLink: sampleLink("question", n),
    // These facets are optional, so some contributors leave them empty.
    ...(n % 17 === 16 ? {} : { university }),
    ...(n % 13 === 12 ? {} : { examType }),
    ...(n % 5 === 2 ? { term: TERMS[n % TERMS.length] as Term } : {}),
    ...(n % 10 === 2 ? { set: n % 30 < 20 ? "A" : "B" } : {}),
  };
}

/** The newest paper of every course is first, then the second-newest paper of every course, and so on. */
export const sampleQuestions: SampleItemOf<"question">[] = papers
  .flatMap((_, round) => sampleCourses.flatMap((course, i) => papersOf(course, i).slice(round, round + 1)))
  .map((paper, n) => ({
    kind: "question",
    fields: fieldsOf(paper, n),
    ...provenance("question", n, paper.year, paper.course.university),
  }));

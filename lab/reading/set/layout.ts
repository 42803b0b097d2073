import { heading as h, type Heading, only, type Statement } from "./heading.ts";
import type { Paper } from "./paper.ts";

/** A way to arrange a heading. */
export interface Layout {
  name: string;
  /** CSS for the elements of `draw`, all below `header`. */
  style: string;
  /** Whether the layout suits tests of one class, exams that end a semester, or both. */
  suits: "tests" | "finals" | "both";
  draw: (paper: Paper) => Heading;
}

/** "Final Examination, Spring 2023". */
export function examAndWhen({ exam, when }: Paper, between = ", "): Heading {
  return h`${exam}${only(when, () => h`${between}${when}`)}`;
}

/** "3rd Semester Final Examination, 2022"; the word "Semester" is printed once. */
export function examOfSemester(paper: Paper, between = ", "): Heading {
  const { exam, semester } = paper;
  if (!semester) return examAndWhen(paper, between);
  const repeated = /^(?:Semester|Trimester|সেমিস্টার) /.exec(exam.printed)?.[0] ?? "";
  const isRepeated = /(?:Semester|সেমিস্টার)$/.test(semester.printed);
  const shorter: Statement = { ...exam, printed: exam.printed.slice(isRepeated ? repeated.length : 0) };
  return h`${semester} ${examAndWhen({ ...paper, exam: shorter }, between)}`;
}

import type { Course, ExamKey } from "../../shared/courses/courses.ts";
import { useExamTitle } from "./fact-words.ts";

/** Returns a function that names the exam of a missing paper, such as "Final 2025 · Fall". */
export function useExamName(): (exam: ExamKey) => string {
  const titleOf = useExamTitle();
  return ({ examType, term, year }) =>
    titleOf({ kind: "question", fields: { examType, term, year: String(year) } }, "exam");
}

/** "CSE 2103 Data Structures". */
export const courseTitle = ({ code, title }: Pick<Course, "code" | "title">): string =>
  [code, title].filter(Boolean).join(" ");

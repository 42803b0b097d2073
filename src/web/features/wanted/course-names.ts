import type { Course, ExamKey } from "../../../shared/courses.ts";
import { examTitle, facetText } from "../../../shared/exam-title.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** Returns a function that names an exam, such as "Final 2025 · Fall". */
export function useExamName(): (exam: ExamKey) => string {
  const textOf = facetText(useMessages(), useLocale());
  return (exam) => examTitle(exam, textOf, "exam");
}

/** "CSE 2103 Data Structures". */
export const courseTitle = ({ code, title }: Pick<Course, "code" | "title">): string =>
  [code, title].filter(Boolean).join(" ");

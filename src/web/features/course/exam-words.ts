import type { Place } from "../../../shared/courses/courses.ts";
import { examTitle, facetText } from "../../../shared/items/exam-title.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

export interface ExamWords {
  /** The name of an exam type, such as "Mid-term". */
  examOf: (examType: string) => string;
  /** The name of a term, such as "Fall"; "" without a term. */
  termOf: (term: string) => string;
  /**
   * The name of an exam or of its paper, such as "Final 2025 · Fall · Set A".
   * @param year 0 leaves the year out
   */
  nameOf: (exam: Named) => string;
}

type Named = { year: number; examType: string } & Pick<Place, "term"> & { set?: string; heldIn?: string };

/** The words for exams and their papers. */
export function useExamWords(): ExamWords {
  const textOf = facetText(useMessages(), useLocale());
  const { coursePage } = useMessages(coursePagesMessages);
  return {
    examOf: (examType) => textOf("examType", examType) || coursePage.otherExam,
    termOf: (term) => textOf("term", term),
    nameOf: (exam) => {
      const name = examTitle(exam, textOf, "exam");
      return exam.examType ? name : [coursePage.otherExam, name].filter(Boolean).join(" ");
    },
  };
}

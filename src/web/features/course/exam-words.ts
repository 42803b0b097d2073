import { facets } from "../../../shared/facets.ts";
import { shownText } from "../../../shared/facet-declaration.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

export interface ExamWords {
  /** The name of an exam type, such as "Mid-term". */
  examOf: (examType: string) => string;
  /** The name of a term, such as "Fall"; "" without a term. */
  termOf: (term: string) => string;
  /** The name of a set, such as "Set A"; "" without a set. */
  setOf: (set: string) => string;
}

/** The words for exams, terms and sets. */
export function useExamWords(): ExamWords {
  const messages = useMessages();
  const { coursePage } = useMessages(coursePagesMessages);
  const locale = useLocale();
  const textOf = (name: "examType" | "term" | "set", value: string) =>
    value && shownText(facets[name], value, messages, facets[name].words[locale].options);
  return {
    examOf: (examType) => textOf("examType", examType) || coursePage.otherExam,
    termOf: (term) => textOf("term", term),
    setOf: (set) => textOf("set", set),
  };
}

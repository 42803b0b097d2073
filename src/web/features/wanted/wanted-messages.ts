import type { Course, ExamKey } from "../../../shared/courses.ts";
import { type FacetName, facets } from "../../../shared/facets.ts";
import { type WantedMessages, wantedMessagesIn } from "../../../shared/messages/wanted.ts";
import { useLocale } from "../../ui/messages.ts";

/** The texts of requests and follows in the reader's language. */
export function useWantedMessages(): WantedMessages {
  return wantedMessagesIn(useLocale());
}

/** Returns a function that names an exam, such as "Final, Fall 2025". */
export function useExamName(): (exam: ExamKey) => string {
  const locale = useLocale();
  const { exam: named } = useWantedMessages();
  const shown = (facet: FacetName, value: string) => facets[facet].words[locale].options?.[value] ?? value;
  return ({ examType, term, year }) => named(shown("examType", examType), shown("term", term), year);
}

/** "CSE 2103 Data Structures". */
export const courseTitle = ({ code, title }: Pick<Course, "code" | "title">): string =>
  [code, title].filter(Boolean).join(" ");

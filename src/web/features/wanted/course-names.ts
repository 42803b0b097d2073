import type { Course, ExamKey } from "../../../shared/courses.ts";
import { type FacetName, facets } from "../../../shared/facets.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** Returns a function that names an exam, such as "Final, Fall 2025". */
export function useExamName(): (exam: ExamKey) => string {
  const locale = useLocale();
  const { exam: named } = useMessages(wantedMessages);
  const shown = (facet: FacetName, value: string) => facets[facet].words[locale].options?.[value] ?? value;
  return ({ examType, term, year }) => named(shown("examType", examType), shown("term", term), year);
}

/** "CSE 2103 Data Structures". */
export const courseTitle = ({ code, title }: Pick<Course, "code" | "title">): string =>
  [code, title].filter(Boolean).join(" ");

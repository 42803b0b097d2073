import { facets } from "../../shared/facets.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { useLocale } from "../ui/messages.ts";
import { useKindWords } from "./kind-words.ts";

/** Returns a function that names a paper by its exam and year, such as "Final 2025". */
export function useExamTitle(): (examType: string, year: number | string) => string {
  const { options } = facets.examType.words[useLocale()];
  const { one } = useKindWords(kindNamed("question"));
  return (examType, year) => [options?.[examType] ?? (examType || one), year || ""].join(" ").trim();
}

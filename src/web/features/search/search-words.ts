import { departmentLabel } from "../../../shared/departments.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** What a person reads for what a search is narrowed by, whatever the kind. */
export function useSearchWords() {
  const { searchPage, item, labels } = useMessages();
  const locale = useLocale();
  const kindsBy = new Map(kinds.map(({ name, words }) => [name, words[locale].many]));
  const exams = kinds.flatMap(({ fields, words }) =>
    Object.entries(fields).flatMap(([name, { column }]) =>
      column === "examType" ? [words[locale].fields[name]?.options ?? {}] : [],
    ),
  )[0];
  const spoken: Record<string, (value: string) => string | undefined> = {
    kind: (value) => kindsBy.get(value),
    department: departmentLabel,
    semester: item.semester,
    exam: (value) => exams?.[value],
    examType: (value) => exams?.[value],
  };
  const names: Record<string, string> = {
    ...searchPage.facets,
    code: searchPage.codeName,
    exam: searchPage.examName,
    examType: searchPage.examName,
  };
  return {
    label: (name: string): string => names[name] ?? labels[name as keyof typeof labels] ?? name,
    value: (name: string, value: string): string => spoken[name]?.(value) ?? value,
  };
}

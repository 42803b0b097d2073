import { facetText } from "../../shared/items/exam-title.ts";
import { factLines } from "../../shared/facets/facets.ts";
import { paperTitle, type Titled } from "../../shared/items/item-title.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { useLocale, useMessages } from "../ui/messages.ts";
import { fullTitleOf, titleOf } from "./item-names.ts";

/** Returns a function that lists the texts of an item's facets, in the order of `line`. Empty facets are left out. */
export function useFactWords(): (item: Titled, line: keyof typeof factLines) => string[] {
  const textOf = facetText(useMessages(), useLocale());
  return ({ fields }, line) => factLines[line].map((name) => textOf(name, fields[name])).filter(Boolean);
}

/** Returns a function that names a paper by its exam; see `paperTitle`. */
export function useExamTitle(): (item: Titled, line?: "hitExam" | "exam") => string {
  const locale = useLocale();
  return (item, line) => paperTitle(item, locale, line);
}

/**
 * Returns a function for the details beside the whole title of an item. The title of a paper has its code, exam and year, so
 * the details tell it apart from others of the same exam; another item has its code and year there.
 */
export function useBesideTitle(): (item: Titled) => string {
  const examOf = useExamTitle();
  const factsOf = useFactWords();
  return (item) => {
    const { code, year } = item.fields;
    return (examOf(item) ? factsOf(item, "tellsApart") : [code, year]).filter(Boolean).join(" · ");
  };
}

/** Returns a function for the two lines of an item in a list: a paper's exam above its course, or else the title above code and year. */
export function useListName(): (item: Titled) => { title: string; about: string } {
  const examOf = useExamTitle();
  const factsOf = useFactWords();
  return (item) => {
    const { code = "", year = "" } = item.fields;
    const exam = examOf(item);
    const course = [code, titleOf(item)].filter(Boolean).join(" ");
    if (exam) return { title: exam, about: [course, ...factsOf(item, "tellsApart")].join(" · ") };
    const isAnswer = kindNamed(item.kind).parent !== undefined;
    return { title: fullTitleOf(item), about: isAnswer ? "" : [code, year].filter(Boolean).join(" · ") };
  };
}

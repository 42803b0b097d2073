import type { factLines } from "../../shared/facets.ts";
import { examTitle, factTexts } from "../../shared/item-title.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useLocale } from "../ui/messages.ts";
import { fullTitleOf, titleOf } from "./item-names.ts";

/** Returns a function that lists the texts of an item's facets, in the order of `line`. Empty facets are left out. */
export function useFactWords(): (item: Item, line: keyof typeof factLines) => string[] {
  const locale = useLocale();
  return (item, line) => factTexts(item, line, locale);
}

/** Returns a function that names a paper by its exam, such as "Final 2025"; "" for other items. */
export function useExamTitle(): (item: Item) => string {
  const locale = useLocale();
  return (item) => examTitle(item, locale);
}

/** The two lines of an item in a list: a paper's exam above its course, or else the title above code and year. */
export function useListName(): (item: Item) => { title: string; about: string } {
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

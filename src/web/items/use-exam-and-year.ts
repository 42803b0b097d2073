import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useKindWords } from "./kind-words.ts";

/** Returns a function that names an item's exam: "Final 2024"; "" if neither is known. @param kind of the items */
export function useExamAndYear(kind: string): (item: Item) => string {
  const { examType: words } = useKindWords(kindNamed(kind)).fields;
  return ({ fields: { examType = "", year } }) =>
    [words?.options?.[examType], year].filter(Boolean).join(" ");
}

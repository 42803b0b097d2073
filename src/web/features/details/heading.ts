import type { FacetName } from "../../../shared/facets/facets.ts";
import { factLines } from "../../../shared/facets/facets.ts";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { useExamTitle } from "../../items/fact-words.ts";
import { titleOf } from "../../items/item-names.ts";
import type { Item } from "../../page/context.ts";

export interface Heading {
  /** The course code; "" for an item without one. */
  code: string;
  title: string;
  /** The exam of a paper with its year, such as "Final 2025 · Spring · Set A"; "" for other items. */
  exam: string;
  /** The facets that the heading shows. */
  facets: readonly FacetName[];
}

/** The parts of an item's heading: "CSE 2103 Data Structures", "Final 2025". */
export function useHeading(item: Item): Heading {
  return {
    code: item.fields["code"] ?? "",
    title: titleOf(item),
    exam: useExamTitle()(item, "exam"),
    facets: isOfExams(item.kind) ? ["code", ...factLines.exam] : ["code"],
  };
}

/** The heading as one text, for the title of the page and for search engines: "Final 2025 · CSE 2103 Data Structures". */
export function headingText({ code, title, exam }: Heading): string {
  return [exam, [code, title].filter(Boolean).join(" ")].filter(Boolean).join(" · ");
}

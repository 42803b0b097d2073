import type { FacetName } from "../../../shared/facets.ts";
import { factLines } from "../../../shared/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { useExamTitle } from "../../items/fact-words.ts";
import { titleOf } from "../../items/item-names.ts";
import type { Item } from "../../page/context.ts";

export interface Heading {
  /** The course code; "" for an item without one. */
  code: string;
  title: string;
  /** The exam of a paper with its year, such as "Final 2025"; "" for other items. */
  exam: string;
  /** The facets that the heading shows. */
  facets: readonly FacetName[];
}

/** The parts of an item's heading: "CSE 2103 Data Structures — Final 2025". */
export function useHeading(item: Item): Heading {
  const isPaper = "examType" in kindNamed(item.kind).fields;
  const exam = useExamTitle()(item);
  return {
    code: item.fields["code"] ?? "",
    title: titleOf(item),
    exam: isPaper ? exam : "",
    facets: isPaper ? ["code", ...factLines.hitExam] : ["code"],
  };
}

/** The heading as one text, for the title of the page and for search engines. */
export function headingText({ code, title, exam }: Heading): string {
  return [[code, title].filter(Boolean).join(" "), exam].filter(Boolean).join(" — ");
}

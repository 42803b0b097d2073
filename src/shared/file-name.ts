import { type FacetName, factLines } from "./facets.ts";
import { downloadName } from "./files.ts";
import { factTexts } from "./item-title.ts";

type ExamFacet = (typeof factLines.exam)[number];

/** The columns that a file name is built from. An answer also needs columns of its question. */
export interface NamedItem extends Record<Exclude<ExamFacet, "year">, string | null> {
  kind: string;
  parentId: string | null;
  parentCode: string | null;
  parentSubject: string | null;
  parentYear: number | null;
  code: string | null;
  title: string;
  year: number | null;
}

/**
 * The name of an item's downloaded file, in English because old phones garble other letters in names:
 * `CSE-2103_Data-Structures_Final-2019.pdf`.
 * @param type the file's media type
 */
export function fileName(item: NamedItem, type: string): string {
  const { parentId, parentCode, parentSubject, parentYear, title } = item;
  if (parentId)
    return downloadName([parentCode ?? "", `${parentSubject} ${title}`, textOf(parentYear)], type);
  const facts = factLines.exam.map((name: FacetName & ExamFacet) => [name, textOf(item[name])] as const);
  const exam = factTexts({ kind: item.kind, fields: Object.fromEntries(facts) }, "exam", "en");
  return downloadName([item.code ?? "", title, exam.join(" ")], type);
}

const textOf = (value: string | number | null): string => (value === null ? "" : String(value));

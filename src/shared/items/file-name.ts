import { examTitle, facetText } from "./exam-title.ts";
import type { factLines } from "../facets/facets.ts";
import { downloadName } from "../files/files.ts";
import { messagesIn } from "../messages/index.ts";

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
  const exam = examTitle(item, facetText(messagesIn("en"), "en"), "exam");
  return downloadName([item.code ?? "", title, exam], type);
}

const textOf = (value: string | number | null): string => (value === null ? "" : String(value));

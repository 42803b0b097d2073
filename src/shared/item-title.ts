import { departmentLabel } from "./departments.ts";
import { examTitle, facetText } from "./exam-title.ts";
import { kindNamed } from "./kinds/index.ts";
import { type Locale, messagesIn } from "./messages/index.ts";

export interface Titled {
  kind: string;
  fields: Partial<Record<string, string>>;
}

/** The name of an item that people see: of a paper, the title of its course. */
export function titleOf({ kind: name, fields }: Titled): string {
  const kind = kindNamed(name);
  const title = fields[kind.title] ?? "";
  return kind.fields[kind.title]?.type === "department" ? departmentLabel(title) : title;
}

/** Whether items of this kind are papers of an exam. */
export const isOfExams = (kind: string): boolean => "examType" in kindNamed(kind).fields;

/**
 * The whole name of an item: "CSE 2103 Data Structures, Final Fall 2025 Set A · January", "Notes on trees", "1(a): CSE 2103 Data
 * Structures, 2025" for an answer.
 */
export function itemTitle(item: Titled, locale: Locale): string {
  const { code, subject } = item.fields;
  const title = titleOf(item);
  const isAnswer = kindNamed(item.kind).parent !== undefined;
  if (!isAnswer && !isOfExams(item.kind)) return title;
  const course = [code, isAnswer ? subject : title].filter(Boolean).join(" ");
  const name = [course, examTitle(item.fields, facetText(messagesIn(locale), locale), "exam")]
    .filter(Boolean)
    .join(", ");
  return isAnswer ? `${title}: ${name}` : name;
}

/** The name of an item outside our pages, such as in a feed. A note or book also has its course code and year. */
export function feedTitle(item: Titled, locale: Locale): string {
  const { code, year } = item.fields;
  const isNamed = isOfExams(item.kind) || kindNamed(item.kind).parent !== undefined;
  const facts = isNamed ? "" : [code, year].filter(Boolean).join(" ");
  return [itemTitle(item, locale), facts].filter(Boolean).join(" · ");
}

import { departmentLabel } from "../courses/departments.ts";
import { examTitle, facetText } from "./exam-title.ts";
import { facets } from "../facets/facets.ts";
import { type Field, kindNamed } from "../kinds/index.ts";
import { type Locale, messagesIn } from "../messages/index.ts";

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

/** Returns true if items of this kind are papers of an exam. */
export const isOfExams = (kind: string): boolean => "examType" in kindNamed(kind).fields;

/** Returns true if a field of this kind names the exam of a paper, so that a reader needs it. */
export const namesExam = (kind: string, { column }: Pick<Field, "column">): boolean =>
  column !== undefined && facets[column].namesExam === true && isOfExams(kind);

const examOf = (fields: Titled["fields"], locale: Locale, line?: "hitExam" | "exam"): string =>
  examTitle(fields, facetText(messagesIn(locale), locale), line);

/**
 * The title of a paper where its course stands beside it, such as "Final 2018 · January", and "Question 2018" without an
 * exam; "" for other items.
 * @see examTitle
 */
export function paperTitle({ kind, fields }: Titled, locale: Locale, line?: "hitExam" | "exam"): string {
  if (!isOfExams(kind)) return "";
  const title = examOf(fields, locale, line);
  return title && !fields["examType"] ? `${kindNamed(kind).words[locale].one} ${title}` : title;
}

/**
 * The whole name of an item: "CSE 2103 Data Structures, Final 2025 · Fall · Set A", "Notes on trees", "1(a): CSE 2103 Data
 * Structures, 2025" for an answer.
 */
export function itemTitle(item: Titled, locale: Locale): string {
  const { code, subject } = item.fields;
  const title = titleOf(item);
  const isAnswer = kindNamed(item.kind).parent !== undefined;
  if (!isAnswer && !isOfExams(item.kind)) return title;
  const course = [code, isAnswer ? subject : title].filter(Boolean).join(" ");
  const name = [course, examOf(item.fields, locale, "exam")].filter(Boolean).join(", ");
  return isAnswer ? `${title}: ${name}` : name;
}

/** The whole name of an item with its course: a note or book also has its code and year. */
export function titleWithCourse(item: Titled, locale: Locale): string {
  const { code, year } = item.fields;
  const isNamed = isOfExams(item.kind) || kindNamed(item.kind).parent !== undefined;
  const facts = isNamed ? "" : [code, year].filter(Boolean).join(" ");
  return [itemTitle(item, locale), facts].filter(Boolean).join(" · ");
}

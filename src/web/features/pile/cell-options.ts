import { facets } from "../../../shared/facets/facets.ts";
import { departmentLabel, departmentValue, knownDepartments } from "../../../shared/courses/departments.ts";
import type { PileMessages } from "../../../shared/messages/en-pile-screen.ts";
import type { Suggestions } from "../../page/context.ts";
import { detailAt, type FieldOfRow, textOfValue } from "./columns.ts";
import type { ShownRow } from "./pile-view.ts";

/** A value that a person can choose for a cell. */
export interface CellOption {
  value: string;
  /** The text on screen. */
  text: string;
  /** The line of the paper that it was read from. */
  snippet?: string | undefined;
  /** The address of a picture of this line. */
  picture?: string | undefined;
  isFromFile?: true;
  /** Whether it is as in the person's last paper, and the person has not confirmed it. */
  isLast?: true;
  /** Whether it confirms that the paper prints no value; `value` and `text` are "". */
  isNone?: true;
  /** Whether other papers of the same course have it. */
  isOfCourse?: true;
}

/** Whether an option says what the person confirms with one key or tap. */
export const isProposed = ({ isFromFile, isLast, isNone, isOfCourse }: CellOption): boolean =>
  (isFromFile ?? isLast ?? isNone ?? isOfCourse) === true;

/** The words of an option on a button. */
export function buttonText({ text, isLast, isNone }: CellOption, { paper }: PileMessages): string {
  if (isNone) return paper.nonePrinted;
  return isLast ? paper.yes(text) : text;
}

/** How many values of other papers, and of the archive, are offered. */
const MAX_OTHERS = 3;
const MAX_KNOWN = 5;
const MAX_OF_COURSE = 2;

const NONE: CellOption = { value: "", text: "", isNone: true };

/**
 * The values to offer for a field: the one that was read, the one of the last paper or that the paper prints none, the answer for all papers if it differs, those of the same
 * course, all choices, the most frequent of other papers, and those of the archive that contain the typed text.
 * @param typed undefined before the person types
 */
export function optionsFor(
  {
    row,
    field,
    rows,
    suggestions,
  }: {
    row: ShownRow | undefined;
    field: FieldOfRow;
    rows: ShownRow[];
    suggestions: Suggestions;
  },
  typed: string | undefined,
): CellOption[] {
  const { name } = field;
  const detail = row?.fields[name];
  const found: CellOption[] = [];
  const fold = (value: string) => {
    const { column } = field.field;
    return column ? facets[column].fold(value) : value.toLowerCase();
  };
  const add = (option: CellOption) => {
    if (!found.some(({ value }) => fold(value) === fold(option.value))) found.push(option);
  };
  const textOf = (value: string) => textOfValue(field, value);
  const needle = typed?.trim().toLowerCase() ?? "";
  const fits = (text: string) => needle === "" || text.toLowerCase().includes(needle);
  if (detail?.from === "file" && typed === undefined)
    add({ ...detail, text: textOf(detail.value), isFromFile: true });
  if (detail?.printed !== undefined && typed === undefined) {
    add({ ...detail, value: detail.printed, text: textOf(detail.printed), isFromFile: true });
    add({ value: detail.value, text: textOf(detail.value) });
  }
  if (row?.unconfirmed.includes(name) && typed === undefined)
    add(detail ? { value: detail.value, text: textOf(detail.value), isLast: true } : NONE);
  if (field.field.type === "choice") {
    for (const value of field.field.options ?? [])
      if (textOf(value).toLowerCase().startsWith(needle)) add({ value, text: textOf(value) });
    return found;
  }
  const ofCourse = row ? valuesOfCourse(row, field, rows, suggestions) : [];
  for (const value of ofCourse.filter(fits).slice(0, MAX_OF_COURSE))
    add({ value, text: textOf(value), isOfCourse: true });
  const others = byFrequency(
    rows.flatMap(({ id, fields }) => (id === row?.id ? [] : (fields[name]?.value ?? []))),
  );
  const isOwnList = name !== "code" && name !== "subject";
  for (const value of others
    .filter((one) => fits(textOf(one)) && (isOwnList || needle !== ""))
    .slice(0, MAX_OTHERS))
    add({ value, text: textOf(value) });
  if (needle !== "")
    for (const value of knownValues(field, suggestions).filter(fits).slice(0, MAX_KNOWN))
      add({ value, text: textOf(value) });
  return found;
}

/** The values without repetitions, the most frequent first. */
const byFrequency = (values: string[]): string[] =>
  [...Map.groupBy(values, (value) => value)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([value]) => value);

/** The title of a paper's course, or the code of its title, as other papers of the pile and of the archive have it. */
function valuesOfCourse(
  row: ShownRow,
  { field: { column } }: FieldOfRow,
  rows: ShownRow[],
  { courses = [] }: Suggestions,
): string[] {
  if (column !== "code" && column !== "subject") return [];
  const partner = column === "code" ? "subject" : "code";
  const known = detailAt(row, partner);
  // A guess can name another course.
  if (!known || known.confidence === "guess") return [];
  const fold = (value: string) => facets[partner].fold(value);
  const isSame = (value: string | undefined) => value !== undefined && fold(value) === fold(known.value);
  const inPile = rows.flatMap((one) => {
    const value =
      one.id !== row.id && isSame(detailAt(one, partner)?.value) ? detailAt(one, column) : undefined;
    return value && value.confidence !== "guess" ? [value.value] : [];
  });
  const inArchive = courses.filter((course) => isSame(course[partner])).map((course) => course[column]);
  return byFrequency([...inPile, ...inArchive]);
}

/** The values of the archive for a field. */
export function knownValues({ field: { column } }: FieldOfRow, suggestions: Suggestions): string[] {
  if (column === "code") return (suggestions.courses ?? []).map(({ code }) => code);
  if (column === "department") {
    const labels = (suggestions.department ?? []).map(departmentLabel);
    return [...new Set([...knownDepartments.map(({ label }) => label), ...labels])];
  }
  if (column === "university") {
    const known = (suggestions.universities ?? []).map(({ name }) => name);
    return [...new Set([...(suggestions.university ?? []), ...known])];
  }
  return column === "subject" ? (suggestions.subject ?? []) : [];
}

/** The value that a typed text means: an option or a department by its label, or the text itself. */
export function valueOfText({ field, options = {} }: FieldOfRow, text: string): string {
  const typed = text.trim();
  if (field.type === "department") return departmentValue(typed);
  if (field.type !== "choice" || typed === "") return typed;
  const lower = typed.toLowerCase();
  const labels = Object.entries(options);
  const chosen =
    labels.find(([, label]) => label.toLowerCase() === lower) ??
    labels.find(([, label]) => label.toLowerCase().startsWith(lower));
  return chosen?.[0] ?? typed;
}

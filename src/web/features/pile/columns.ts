import { departmentLabel } from "../../../shared/courses/departments.ts";
import type { Field } from "../../../shared/kinds/index.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { FacetName } from "../../../shared/facets/facets.ts";
import type { ShownDetail, ShownRow } from "./pile-view.ts";

/** The details that the table has a column for, in its order. */
export const columns = [
  "code",
  "subject",
  "department",
  "semester",
  "year",
  "term",
  "set",
  "examType",
  "heldIn",
  "university",
] as const satisfies FacetName[];
export type Column = (typeof columns)[number];

export interface FieldOfRow {
  name: string;
  field: Field;
  label: string;
  options: Record<string, string> | undefined;
}

/** The fields of a row's kind that a person can change, in the order of the form. */
export function fieldsOf({ kind: name }: Pick<ShownRow, "kind">): FieldOfRow[] {
  const kind = kindNamed(name);
  const words = kind.words.en.fields;
  return Object.entries(kind.fields)
    .filter(([, { type }]) => type !== "link" && type !== "image")
    .map(([field, declared]) => ({
      name: field,
      field: declared,
      label: words[field]?.label.replace(/\s*\*$/, "") ?? field,
      options: words[field]?.options,
    }));
}

/** The field of a row for a column; undefined if its kind has none. */
export const fieldAt = (row: Pick<ShownRow, "kind">, column: Column): FieldOfRow | undefined =>
  fieldsOf(row).find(({ field }) => field.column === column);

/** The text of a value on screen. */
export function textOfValue({ options, field }: FieldOfRow, value: string): string {
  if (field.type === "department") return departmentLabel(value);
  return field.type === "choice" ? (options?.[value] ?? value) : value;
}

export const detailAt = (row: ShownRow, column: Column): ShownDetail | undefined => {
  const field = fieldAt(row, column);
  return field && row.fields[field.name];
};

/** Whether the person must look at a field before the row is ready. */
export const isDoubtful = ({ missing, unconfirmed, fields }: ShownRow, name: string): boolean =>
  missing.includes(name) || unconfirmed.includes(name) || isUnsure(fields[name]);

/** Whether the person can confirm that the paper prints no value. */
export const isMaybeNone = ({ unconfirmed, fields }: ShownRow, name: string): boolean =>
  unconfirmed.includes(name) && !fields[name];

/** Returns true for a detail without a value, and for a value that is only as in the last paper. */
export const isUnprinted = (detail: ShownDetail | undefined): boolean => !detail || detail.from === "last";

/** Whether a value was read with doubt, or the paper prints something else than the answer for all papers. */
export const isUnsure = (detail: ShownDetail | undefined): boolean =>
  detail?.confidence === "guess" || detail?.printed !== undefined;

/** The fields of a row to check, in the order of the form. */
export const doubtsOf = (row: ShownRow): FieldOfRow[] =>
  fieldsOf(row).filter(({ name }) => isDoubtful(row, name));

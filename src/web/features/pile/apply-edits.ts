import { namesExam } from "../../../shared/items/item-title.ts";
import { fieldsOf, isUnprinted, isUnsure } from "./columns.ts";
import { isOpen } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** A change that the person made, which the server may not have stored yet. */
export interface Edit {
  /** The ids of the rows; undefined for all rows. */
  rows?: string[] | undefined;
  /** By field. "" means no value. */
  values?: Record<string, string>;
  kind?: string;
  leftOut?: boolean;
  sendAnyway?: boolean;
  /** The item of which the row is a better copy, so that the row is sent. */
  betterCopyOf?: string;
  /** Whether the PDF stays one paper although it seems to contain several exams. */
  keepWhole?: boolean;
}

/** The rows as they are after changes. A row without a change stays the same object. */
export function applyEdits(rows: ShownRow[], edits: readonly Edit[]): ShownRow[] {
  if (edits.length === 0) return rows;
  return rows.map((row) => {
    if (!isOpen(row)) return row;
    return edits
      .filter((edit) => !edit.rows || edit.rows.includes(row.id))
      .reduce((edited, edit) => applyEdit(edited, edit), row);
  });
}

function applyEdit(
  row: ShownRow,
  { values = {}, kind, leftOut, sendAnyway, betterCopyOf, keepWhole }: Edit,
): ShownRow {
  const edited = { ...row, kind: kind ?? row.kind, fields: { ...row.fields }, failure: undefined };
  const own = fieldsOf(edited);
  for (const { name } of own) {
    const value = values[name];
    if (value === "") delete edited.fields[name];
    else if (value !== undefined) edited.fields[name] = { value, from: "you" };
  }
  edited.missing = own
    .filter(({ name, field }) => field.required && !edited.fields[name])
    .map(({ name }) => name);
  const wasUnconfirmed = (name: string) =>
    edited.kind === row.kind ? row.unconfirmed.includes(name) : isUnprinted(edited.fields[name]);
  edited.unconfirmed = own
    .filter(({ name, field }) => namesExam(edited.kind, field) && !edited.missing.includes(name))
    .filter(({ name }) => values[name] === undefined && wasUnconfirmed(name))
    .map(({ name }) => name);
  if (keepWhole) edited.proposedSplit = edited.mayBeSeveral = undefined;
  if (betterCopyOf !== undefined || sendAnyway !== undefined) {
    edited.betterCopyOf = betterCopyOf;
    edited.sendAnyway = sendAnyway ?? false;
  } else if (edited.kind !== row.kind) delete edited.betterCopyOf;
  edited.status = statusAfter(edited, leftOut);
  return edited;
}

function statusAfter(row: ShownRow, leftOut?: boolean) {
  const { status, missing, unconfirmed, fields, proposedSplit, duplicate, sendAnyway, betterCopyOf } = row;
  if (leftOut) return "leftOut";
  if (status === "leftOut" && leftOut === undefined) return status;
  const isSame = duplicate !== undefined || status === "duplicate";
  if (isSame && !sendAnyway && betterCopyOf === undefined) return "duplicate";
  if (status === "reading") return status;
  if (missing.length > 0) return "missing";
  return proposedSplit || unconfirmed.length > 0 || Object.values(fields).some(isUnsure) ? "check" : "ready";
}

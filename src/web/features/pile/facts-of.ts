import { kindNamed } from "../../../shared/kinds/index.ts";
import { fieldAt, textOfValue } from "./columns.ts";
import type { ShownRow } from "./pile-view.ts";

/** The details of a paper in one line. */
export function factsOf(row: ShownRow): string {
  const text = (column: "examType" | "term" | "year" | "semester") => {
    const field = fieldAt(row, column);
    const value = field && row.fields[field.name]?.value;
    return field && value ? textOfValue(field, value) : "";
  };
  // Nearly all papers are questions, so only the other kinds are named.
  const kind = row.kind === "question" ? "" : kindNamed(row.kind).words.en.one;
  const when = [text("term"), text("year")].filter(Boolean).join(" ");
  return [kind, text("examType"), when, text("semester")].filter(Boolean).join(" · ");
}

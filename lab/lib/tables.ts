import { xml } from "../../src/api/platform/xml.ts";

/** A heading row, then one row for each thing. */
export type Table = string[][];

/** The table as lines with columns of equal width. */
export function asText(table: Table): string {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  return table.map(line).join("\n");
}

/** The table as HTML for a page. */
export function asHtml([head = [], ...rows]: Table): string {
  const line = (row: string[], cell: "td" | "th") =>
    `<tr>${row.map((text) => `<${cell}>${xml`${text}`}</${cell}>`).join("")}</tr>`;
  return `<table>${[line(head, "th"), ...rows.map((row) => line(row, "td"))].join("\n")}</table>`;
}

import { kindNamed } from "../../../src/shared/kinds/index.ts";

const columns = Object.keys(kindNamed("question").fields);

/** A good row of a question, different for each number. */
export function questionFields(number: number): Record<string, string> {
  return {
    department: "CSE",
    subject: `ডাটা স্ট্রাকচার "${number}", part\n2`,
    code: `CSE ${number}`,
    semester: "3",
    year: String(2010 + (number % 15)),
    examType: "final",
    university: "নমুনা বিশ্ববিদ্যালয়",
    driveLink: `https://drive.google.com/file/d/1TEST${String(number).padStart(28, "0")}/view`,
  };
}

/** A line of CSV, ending included. */
export const csvRow = (cells: string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`;

/**
 * A spreadsheet of questions, each on two lines of the file, since a cell holds a line break.
 * @param isBad which rows, from 0, have a year that is none
 */
export function* questionsCsv(
  rows: number,
  isBad: (row: number) => boolean = () => false,
): Generator<string> {
  yield csvRow(["kind", ...columns]);
  for (let row = 0; row < rows; row += 1) {
    const fields: Record<string, string> = {
      ...questionFields(row),
      ...(isBad(row) ? { year: "soon" } : {}),
    };
    yield csvRow(["question", ...columns.map((name) => fields[name] ?? "")]);
  }
}

/** What a service reads a file as. */
export async function* source(chunks: Iterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield* chunks;
}

import { kindNamed } from "../../../src/shared/kinds/index.ts";

const columns = Object.keys(kindNamed("question").fields);

/** The fields of a valid question, different for each number. */
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

/** A line of CSV with its line ending. */
export const csvRow = (cells: string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`;

/**
 * A spreadsheet of questions. Each takes two lines of the file, because a cell has a line break.
 * @param isBad which rows, counted from 0, have an invalid year
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

/** Chunks of a file in the form that the import reads. */
export async function* source(chunks: Iterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield* chunks;
}

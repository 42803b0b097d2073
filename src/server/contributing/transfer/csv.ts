import { MAX_ROW_BYTES } from "../../../shared/files/file-limits.ts";
import { isUtf8 } from "node:buffer";
import { finished } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import type { Problem } from "../../../shared/problems/errors.ts";
import { openText, type TextSource } from "./text-source.ts";

/** One record, or the line from which on the file is unreadable. */
export interface CsvRecord {
  /** The line of the file where the record starts. The first line is 1. */
  line: number;
  /** A cell is undefined if it is not UTF-8. */
  cells: (string | undefined)[];
  problem?: Problem;
}

/**
 * Reads the records of a CSV file as they arrive, without blank lines. The delimiter is the comma, semicolon
 * or tab of the first line. Quotes in the middle of a cell are normal characters.
 * @throws DomainError invalid_input, which names the real type of a file that is not CSV
 */
export async function* readCsv(source: TextSource): AsyncGenerator<CsvRecord> {
  const { delimiter, bytes } = await openText(source);
  const parser = createParser(delimiter);
  let line = 1;
  function* records(): Generator<CsvRecord> {
    for (const { record, raw } of parser.take()) {
      if (record.length > 1 || record[0] !== "")
        yield { line, cells: ASCII.test(raw) ? record : record.map(fromUtf8) };
      // The parser itself counts a CRLF within quotes as two lines.
      line += raw.match(/\r\n|\r|\n/g)?.length ?? 0;
    }
  }
  try {
    for await (const chunk of bytes) {
      await parser.write(chunk);
      yield* records();
    }
    await parser.end();
    yield* records();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* records();
    yield {
      line,
      cells: [],
      problem: { code: error.code === "CSV_QUOTE_NOT_CLOSED" ? "quoteNotClosed" : "recordSize" },
    };
  }
}

interface RawRecord {
  record: string[];
  raw: string;
}

/**
 * Uses csv-parse as a sink. As a stream, it drops undelivered records if a later record is invalid;
 * `on_record` receives all records.
 */
function createParser(delimiter: string) {
  let found: RawRecord[] = [];
  const parser = parse({
    delimiter,
    // Latin-1 keeps the bytes unchanged, so a cell that is not UTF-8 makes only its row invalid, not the
    // whole file.
    encoding: "latin1",
    raw: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    // The library's type lacks `raw`.
    on_record: (record: unknown) => {
      found.push(record as RawRecord);
      return null;
    },
  });
  parser.on("error", () => {}).resume();
  const settled = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
  return {
    /** @throws CsvError */
    write: (chunk: Buffer) => settled((done) => parser.write(chunk, done)),
    /** @throws CsvError */
    end: () => settled((done) => finished(parser.end(), done)),
    take(): RawRecord[] {
      const taken = found;
      found = [];
      return taken;
    },
  };
}

const ASCII = /^[\0-\x7f]*$/;

function fromUtf8(latin1: string): string | undefined {
  const bytes = Buffer.from(latin1, "latin1");
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Writes one line of CSV, with each cell neutralised and in quotes. */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells.map(neutralise)], { quoted: true, quoted_empty: true });
}

/**
 * Matches where a spreadsheet could begin a formula (OWASP, "CSV Injection"): at the start of a cell, and
 * where a spreadsheet with a different delimiter starts a new cell or line. Quotes and spaces before the
 * formula are skipped.
 */
const FORMULA = /^(?=["' ]*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=["' ]*[=+\-@＝＋－＠])/g;
const NEUTRALISED = /^'(?=["' ]*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?=["' ]*[=+\-@＝＋－＠])/g;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula. If the value already has an
 * apostrophe there, it adds another, so `restore` returns the exact value.
 */
export const neutralise = (value: string): string => value.replace(FORMULA, "'");

/** Removes the apostrophes that `neutralise` added. */
export const restore = (cell: string): string => cell.replace(NEUTRALISED, "");

import { MAX_ROW_BYTES } from "../../../shared/file-limits.ts";
import { isUtf8 } from "node:buffer";
import { finished } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import type { Problem } from "../../../shared/errors.ts";
import { openText, type TextSource } from "./text-source.ts";

/** One record, or the place from which on the file can't be read. */
export interface CsvRecord {
  /** The line of the file where the record starts, from 1. */
  line: number;
  /** Undefined for a cell that is not UTF-8. */
  cells: (string | undefined)[];
  problem?: Problem;
}

/**
 * The records of a CSV file as they arrive, blank lines left out. Comma, semicolon or tab, whichever the first
 * line uses. Quotes in the middle of a cell are kept as they are.
 * @throws DomainError invalid_input, naming what the file is instead of CSV
 */
export async function* readCsv(source: TextSource): AsyncGenerator<CsvRecord> {
  const { delimiter, bytes } = await openText(source);
  const parser = createParser(delimiter);
  let line = 1;
  function* records(): Generator<CsvRecord> {
    for (const { record, raw } of parser.take()) {
      if (record.length > 1 || record[0] !== "")
        yield { line, cells: ASCII.test(raw) ? record : record.map(fromUtf8) };
      // The parser's own count takes a CRLF within quotes for two lines.
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
 * csv-parse as a sink. As a stream it drops the records it has read but not yet given away when a later one is
 * broken; what `on_record` gets is safe from that.
 */
function createParser(delimiter: string) {
  let found: RawRecord[] = [];
  const parser = parse({
    delimiter,
    // Latin-1 keeps bytes as they are, so that a cell that is not UTF-8 costs its row and not the file.
    encoding: "latin1",
    raw: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    // Its type does not know of `raw`.
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

/** @returns one line of CSV, each cell neutralised and in quotes */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells.map(neutralise)], { quoted: true, quoted_empty: true });
}

/**
 * Where a spreadsheet would begin a formula (OWASP, "CSV Injection"): at the start of a cell, and where a spreadsheet with
 * another delimiter starts a new cell or line. Quotes and spaces before the formula don't count.
 */
const FORMULA = /^(?=["' ]*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=["' ]*[=+\-@＝＋－＠])/g;
const NEUTRALISED = /^'(?=["' ]*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?=["' ]*[=+\-@＝＋－＠])/g;

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula. Apostrophes that the value itself has in
 * front of one are counted in, so that `restore` gives every value back exactly.
 */
export const neutralise = (value: string): string => value.replace(FORMULA, "'");

/** Undoes `neutralise`. */
export const restore = (cell: string): string => cell.replace(NEUTRALISED, "");

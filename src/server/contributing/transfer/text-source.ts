import { isUtf8 } from "node:buffer";
import { invalid } from "../../../shared/problems/errors.ts";
import type { ProblemCode } from "../../../shared/problems/problem-codes.ts";

export type TextSource = AsyncIterable<Buffer | string>;

/** The maximum length of the first line, in bytes. All column names together are shorter. */
const MAX_FIRST_LINE = 65_536;
const LF = 0x0a;
const CR = 0x0d;

/** The first bytes of files that people often send instead of CSV. */
const signatures: [bytes: number[], problem: ProblemCode][] = [
  [[0xff, 0xfe], "utf16"],
  [[0xfe, 0xff], "utf16"],
  // ZIP (the container of .xlsx and .ods), and the container of .xls.
  [[0x50, 0x4b, 0x03, 0x04], "spreadsheetFile"],
  [[0xd0, 0xcf, 0x11, 0xe0], "spreadsheetFile"],
];
const BOM = [0xef, 0xbb, 0xbf];

/**
 * Reads the start of a text file.
 * @returns the delimiter of its first line, and all its bytes except a byte order mark
 * @throws DomainError invalid_input `file`, if it is empty, UTF-16, a spreadsheet or another file that is not
 *   text
 */
export async function openText(
  source: TextSource,
): Promise<{ delimiter: string; bytes: AsyncIterable<Buffer> }> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let more = true;
  while (more && !isEnough(head)) {
    const next = await chunks.next();
    if (next.done) more = false;
    else head = Buffer.concat([head, bytesOf(next.value)]);
  }
  const problem = problemOf(head);
  if (problem) {
    await chunks.return?.();
    throw invalid("file", problem);
  }
  const body = startsWith(head, BOM) ? head.subarray(BOM.length) : head;
  return { delimiter: delimiterOf(firstLine(body)), bytes: joined(body, chunks) };
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer | string>): AsyncGenerator<Buffer> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield bytesOf(next.value);
  } finally {
    await rest.return?.();
  }
}

const bytesOf = (chunk: Buffer | string): Buffer => (typeof chunk === "string" ? Buffer.from(chunk) : chunk);
const startsWith = (bytes: Buffer, start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function isEnough(head: Buffer): boolean {
  return head.length >= MAX_FIRST_LINE || head.includes(LF) || head.includes(CR);
}

function problemOf(head: Buffer): ProblemCode | undefined {
  const known = signatures.find(([start]) => startsWith(head, start));
  if (known) return known[1];
  const line = firstLine(head);
  if (line.includes(0)) return "binaryFile";
  if (line.length >= MAX_FIRST_LINE) return "firstLine";
  if (!isUtf8(line)) return "notUtf8";
  return head.toString().trim() === "" ? "emptyFile" : undefined;
}

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.findIndex((byte) => byte === LF || byte === CR);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/**
 * Excel uses semicolons as delimiters if the decimal mark is a comma. Column names contain none of the three
 * delimiters.
 */
function delimiterOf(line: Buffer): string {
  const text = line.toString();
  const count = (delimiter: string) => text.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best));
}

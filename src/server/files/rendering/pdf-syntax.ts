/** A value in a PDF, and its position. */
export type PdfValue = { start: number; end: number } & (
  | { kind: "dictionary"; entries: Map<string, PdfEntry>; isStream: boolean }
  | { kind: "name"; name: string }
  | { kind: "reference"; to: number }
  | { kind: "text" | "array" | "other" }
);

export interface PdfEntry {
  /** The position of the key. */
  start: number;
  value: PdfValue;
}

export type PdfDictionary = Extract<PdfValue, { kind: "dictionary" }>;
type Visit = (dictionary: PdfDictionary) => void;

const TOKEN =
  /[\0\t\n\f\r ]*(?:(?<mark><<|>>|[[\]()])|\/(?<name>[^\0\t\n\f\r ()<>[\]{}/%]*)|(?<hex><[^>]*>)|(?<to>\d+) \d+ R(?![^\0\t\n\f\r ()<>[\]{}/%])|[^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const BRACKET = /\\[^]|[()]/g;
const OBJECT = /\s*\d+ \d+ obj/y;
const STREAM = /\s*stream\r?\n/y;
/**
 * A heading of the cross-reference table: its title, the first object number with the number of rows, or the
 * trailer.
 */
const HEADING = /\s*(?:xref|(?<first>\d+) (?<count>\d+)|(?<trailer>trailer))\s+/y;
const ROW = 20;
const MAX_STEPS = 32;

/** Thrown if a file is not in the format that `copyPdf` writes. */
export class PdfSyntaxError extends Error {}

/**
 * Reads only a PDF that `copyPdf` wrote: uncompressed objects, one cross-reference table, no comments.
 * @param text in Latin-1, so that each character is a byte
 * @throws PdfSyntaxError; the returned functions throw it, too
 */
export function readPdf(text: string) {
  const { offsets, trailer } = readTable(text);

  return {
    /** Calls `visit` with each dictionary of each object and of the trailer, the inner dictionaries first. */
    eachDictionary(visit: Visit): void {
      for (const offset of offsets.values()) readObject(text, offset, visit);
      createReader(text, trailer, visit).value();
    },
    /** The value itself, or the value that a reference points to; undefined for a missing object. */
    resolve(value: PdfValue | undefined): PdfValue | undefined {
      let found = value;
      for (let steps = 0; found?.kind === "reference"; steps += 1) {
        const offset = offsets.get(found.to);
        if (offset === undefined || steps > MAX_STEPS) return undefined;
        found = readObject(text, offset);
      }
      return found;
    },
  };
}

export type PdfReader = ReturnType<typeof readPdf>;

/**
 * The offsets of the objects by number, and the position of the trailer in the text.
 * @param text the PDF, or its end
 * @param start the offset of the text in the PDF
 * @throws PdfSyntaxError
 */
export function readTable(text: string, start = 0): { offsets: Map<number, number>; trailer: number } {
  const offsets = new Map<number, number>();
  let at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1]) - start;
  for (;;) {
    HEADING.lastIndex = at;
    const heading = HEADING.exec(text)?.groups;
    if (!heading) throw new PdfSyntaxError(`no table at ${at}`);
    at = HEADING.lastIndex;
    if (heading["trailer"]) return { offsets, trailer: at };
    const first = Number(heading["first"]);
    for (let row = 0; row < Number(heading["count"] ?? 0); row += 1, at += ROW)
      if (text[at + 17] === "n") offsets.set(first + row, Number(text.slice(at, at + 10)));
  }
}

/** Reads the value of the object at an offset. @throws PdfSyntaxError */
export function readObject(text: string, offset: number, visit: Visit = () => {}): PdfValue {
  OBJECT.lastIndex = offset;
  if (!OBJECT.test(text)) throw new PdfSyntaxError(`no object at ${offset}`);
  return createReader(text, OBJECT.lastIndex, visit).value();
}

/** Reads one value after another, starting at an offset. */
function createReader(text: string, from: number, visit: Visit) {
  let at = from;

  /** @returns a value, or the token that closes an array or dictionary */
  function next(): PdfValue | "]" | ">>" {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token?.groups) throw new PdfSyntaxError(`nothing at ${at}`);
    const { mark, name, to, hex } = token.groups;
    at = TOKEN.lastIndex;
    if (mark === "]" || mark === ">>") return mark;
    const start = at - (mark ?? token[0].trimStart()).length;
    if (mark === "<<") return dictionary(start);
    if (mark === "[") return array(start);
    if (mark === "(") return literal(start);
    if (mark) throw new PdfSyntaxError(`${mark} at ${start}`);
    if (name !== undefined) return { kind: "name", name: plainName(name), start, end: at };
    if (to !== undefined) return { kind: "reference", to: Number(to), start, end: at };
    return { kind: hex === undefined ? "other" : "text", start, end: at };
  }

  function value(): PdfValue {
    const found = next();
    if (typeof found === "string") throw new PdfSyntaxError(`${found} at ${at}`);
    return found;
  }

  function dictionary(start: number): PdfDictionary {
    const entries = new Map<string, PdfEntry>();
    for (let key = next(); key !== ">>"; key = next()) {
      if (typeof key === "string" || key.kind !== "name") throw new PdfSyntaxError(`no key at ${at}`);
      entries.set(key.name, { start: key.start, value: value() });
    }
    const end = at;
    STREAM.lastIndex = at;
    const found: PdfDictionary = { kind: "dictionary", entries, isStream: STREAM.test(text), start, end };
    visit(found);
    return found;
  }

  function array(start: number): PdfValue {
    for (let item = next(); item !== "]"; item = next())
      if (item === ">>") throw new PdfSyntaxError(`>> at ${at}`);
    return { kind: "array", start, end: at };
  }

  function literal(start: number): PdfValue {
    BRACKET.lastIndex = at;
    for (let depth = 1; depth > 0;) {
      const bracket = BRACKET.exec(text)?.[0];
      if (!bracket) throw new PdfSyntaxError(`an open text at ${start}`);
      if (bracket === "(") depth += 1;
      if (bracket === ")") depth -= 1;
    }
    at = BRACKET.lastIndex;
    return { kind: "text", start, end: at };
  }

  return { value };
}

const plainName = (name: string): string =>
  name.replaceAll(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** @param written a string as the file has it, in parentheses or in hex @returns its bytes, in Latin-1 */
export function plainText(written: string): string {
  if (written.startsWith("<")) {
    const digits = written.replaceAll(/[^0-9a-f]/gi, "");
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, "hex").toString("latin1");
  }
  return written
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_all, octal: string, other: string) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return ESCAPES[other] ?? other;
    });
}

const ESCAPES: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  "\n": "",
  "\r": "",
  "\r\n": "",
};

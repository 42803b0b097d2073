import { inflateSync } from "node:zlib";
import { MB } from "../../../shared/text/bytes.ts";

/**
 * Every script, command and file in a PDF needs one of these names. Shorter names are left out, because they
 * can occur in image data by chance.
 */
const NAMES = [
  "EmbeddedFile",
  "GoToE",
  "GoToR",
  "ImportData",
  "JavaScript",
  "Launch",
  "Rendition",
  "RichMediaContent",
  "RichMediaExecute",
  "SubmitForm",
];
const HOSTILE = new RegExp(`/(?:${NAMES.map(spellings).join("|")})`);
const PACKED = new RegExp(`/${spellings("ObjStm")}`, "g");
const STREAM = /stream\r?\n/g;
/** The limit in bytes. An object stream of a harmless PDF is smaller after decompression. */
const MAX_UNPACKED = 16 * MB;

/** A pattern for a name with any character possibly written as `#` and two hexadecimal digits. */
function spellings(name: string): string {
  const either = (char: string) => {
    const hex = char.charCodeAt(0).toString(16);
    return `(?:${char}|#${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  };
  return [...name].map(either).join("");
}

/**
 * Whether a PDF may hold an action, even in bytes that PDFium ignores: in an older revision, in unreferenced
 * objects, or in bytes that another program could read as an object. If unsure, it returns true.
 * @param bytes the uploaded file
 */
export function mentionsActions(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  if (HOSTILE.test(text)) return true;
  for (const { index } of text.matchAll(PACKED)) {
    const unpacked = unpackedAt(bytes, text, index);
    if (unpacked === undefined || HOSTILE.test(unpacked)) return true;
  }
  return false;
}

/** @returns undefined if the stream at this position can't be decompressed */
function unpackedAt(bytes: Buffer, text: string, index: number): string | undefined {
  STREAM.lastIndex = index;
  if (!STREAM.test(text)) return undefined;
  try {
    return inflateSync(bytes.subarray(STREAM.lastIndex), { maxOutputLength: MAX_UNPACKED }).toString(
      "latin1",
    );
  } catch {
    return undefined;
  }
}

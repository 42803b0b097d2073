import { inflateSync } from "node:zlib";
import { MB } from "../../../shared/bytes.ts";

/** Every script, command and file within a PDF needs one of these names. Shorter names occur in pictures by chance. */
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
/** An honest stream of objects is smaller once unpacked. In bytes. */
const MAX_UNPACKED = 16 * MB;

/** A pattern for a name in which any character may be `#` and two hexadecimal digits. */
function spellings(name: string): string {
  const either = (char: string) => {
    const hex = char.charCodeAt(0).toString(16);
    return `(?:${char}|#${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  };
  return [...name].map(either).join("");
}

/**
 * Whether a PDF may hold an action, even in bytes that PDFium ignores: in an older revision, in unreferenced objects, in
 * bytes that another program might read as an object. In doubt it answers yes.
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

/** @returns undefined where the stream after this place can't be unpacked */
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

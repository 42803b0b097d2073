import { inflateSync } from "node:zlib";

/** Names without which nothing runs, opens another file or is one. Shorter ones stand in pictures by chance. */
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
/** An unpacked stream of objects is larger only where something is wrong. In bytes. */
const MAX_UNPACKED = 16 * 1024 * 1024;

/** A name with any of its characters as `#` and two hexadecimal digits. */
function spellings(name: string): string {
  const either = (char: string) => {
    const hex = char.charCodeAt(0).toString(16);
    return `(?:${char}|#${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  };
  return [...name].map(either).join("");
}

/**
 * Whether any byte of a PDF may be of an action, also where PDFium looks at none: in an older revision, in objects that
 * nothing refers to, in what another program might take for an object. Says rather yes than no.
 * @param bytes the file as it came
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

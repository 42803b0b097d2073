import { createHash } from "node:crypto";
import { PaperRefused } from "../rendering/paper-refused.ts";
import { writeCopy } from "../rendering/pdf-copy.ts";
import { PdfSyntaxError, readObject, readTable } from "../rendering/pdf-syntax.ts";
import type { Pdfium } from "../rendering/pdfium.ts";
import { MB } from "../../../shared/text/bytes.ts";
import type { SmallPicture } from "./smaller-picture.ts";

/** How much of the end of a copy is kept to find the table of its objects, in bytes: 400,000 objects. */
const TAIL = 8 * MB;
/** The longest dictionary of a picture that is read, in bytes. */
const HEAD = 16_000;
const STREAM = /\s*stream\r?\n/y;
const END = "endstream";
/** The entries that a new picture has of its own. */
const OWN_KEYS = new Set(["BitsPerComponent", "DecodeParms", "Filter", "Height", "Length", "Width"]);
const COLOUR_KEYS = new Set(["ColorSpace", "Decode"]);

/** The name of a picture in the map of `replacePictures`. */
export const pictureName = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Writes a document with smaller pictures. Everything else, such as text and drawings, stays as it is.
 * @param pictures the new pictures by the name of the old ones; see `pictureName`
 * @param copyLimit the limit of a copy with the old pictures, in bytes
 * @param maxBytes the limit of the result
 * @returns undefined if the result is larger
 * @throws PaperRefused file_too_heavy, file_unreadable
 */
export function replacePictures(
  pdfium: Pdfium,
  document: number,
  pictures: ReadonlyMap<string, SmallPicture>,
  { copyLimit, maxBytes }: { copyLimit: number; maxBytes: number },
): Buffer | undefined {
  // PDFium writes the same bytes twice. The first time we learn where the objects are, the second time we replace
  // pictures, so that the whole document is never in memory once more.
  const { starts, trailer } = objectsOf(pdfium, document, copyLimit);
  const bounds = starts.map(({ offset }) => offset);
  const written = new Map<number, number>();
  const parts: Buffer[] = [];
  let size = 0;
  const put = (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
  };
  let pieces: Buffer[] = [];
  let [at, next] = [0, 0];
  const finish = () => {
    const object = Buffer.concat(pieces);
    pieces = [];
    const started = starts[next - 1];
    if (started && started.offset < trailer.offset) {
      written.set(started.number, size);
      put(replaced(object, pictures));
    } else if (next === 0) put(object);
    next += 1;
  };
  writeCopy(pdfium, document, copyLimit, (part) => {
    let from = 0;
    while (at + part.length > (bounds[next] ?? Infinity)) {
      const cut = Math.max(from, (bounds[next] as number) - at);
      pieces.push(Buffer.from(part.subarray(from, cut)));
      finish();
      from = cut;
    }
    pieces.push(Buffer.from(part.subarray(from)));
    at += part.length;
  });
  const start = size;
  put(Buffer.from(`${tableOf(written)}${trailer.text}startxref\n${start}\n%%EOF\n`, "latin1"));
  return size <= maxBytes ? Buffer.concat(parts) : undefined;
}

interface Start {
  number: number;
  offset: number;
}

/** Where the objects of a copy begin, in order, and at the end the table; and the text of the trailer. */
function objectsOf(pdfium: Pdfium, document: number, copyLimit: number) {
  const parts: Buffer[] = [];
  let [size, kept] = [0, 0];
  writeCopy(pdfium, document, copyLimit, (part) => {
    parts.push(Buffer.from(part));
    size += part.length;
    kept += part.length;
    while (kept - (parts[0]?.length ?? 0) >= TAIL) kept -= parts.shift()?.length ?? 0;
  });
  const tail = Buffer.concat(parts);
  const text = tail.toString("latin1");
  const before = size - tail.length;
  try {
    const { offsets, trailer } = readTable(text, before);
    const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1]);
    const starts: Start[] = [...offsets]
      .map(([number, offset]) => ({ number, offset }))
      .toSorted((a, b) => a.offset - b.offset);
    const end = text.lastIndexOf("startxref");
    return {
      starts: [...starts, { number: 0, offset: table }],
      trailer: { offset: table, text: `trailer\n${text.slice(trailer, end)}` },
    };
  } catch (error) {
    if (error instanceof PdfSyntaxError) throw new PaperRefused("file_too_heavy");
    throw error;
  }
}

/** An object with its smaller picture, or as it is. */
function replaced(object: Buffer, pictures: ReadonlyMap<string, SmallPicture>): Buffer {
  const text = object.toString("latin1", 0, HEAD);
  if (!text.includes("/Image")) return object;
  const dictionary = dictionaryOf(text);
  if (dictionary?.kind !== "dictionary" || !dictionary.isStream) return object;
  const { entries } = dictionary;
  const subtype = entries.get("Subtype")?.value;
  if (subtype?.kind !== "name" || subtype.name !== "Image") return object;
  // A mask, and a picture whose colours or other dimensions stand for something, must keep its pixels.
  const isSpecial =
    entries.get("Mask")?.value.kind === "array" ||
    ["ImageMask", "SMaskInData", "Matte"].some((key) => entries.has(key));
  if (isSpecial) return object;
  STREAM.lastIndex = dictionary.end;
  if (!STREAM.test(text)) return object;
  const end = object.lastIndexOf(END) - 2;
  const picture = pictures.get(pictureName(object.subarray(STREAM.lastIndex, end)));
  if (!picture) return object;
  const kept = [...entries]
    .filter(([key]) => !OWN_KEYS.has(key) && (picture.keepsColours || !COLOUR_KEYS.has(key)))
    .map(([, { start, value }]) => text.slice(start, value.end));
  const colours = picture.channels === 1 ? "/DeviceGray" : "/DeviceRGB";
  const own = [
    ...(picture.keepsColours ? [] : [`/ColorSpace ${colours}`]),
    `/BitsPerComponent 8 /Filter /DCTDecode /Width ${picture.width} /Height ${picture.height}`,
    `/Length ${picture.bytes.length}`,
  ];
  const head = `${text.slice(0, dictionary.start)}<< ${[...kept, ...own].join(" ")} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head, "latin1"),
    picture.bytes,
    Buffer.from("\nendstream\nendobj\n", "latin1"),
  ]);
}

function dictionaryOf(text: string) {
  try {
    return readObject(text, 0);
  } catch (error) {
    if (error instanceof PdfSyntaxError) return undefined;
    throw error;
  }
}

/** The cross-reference table (ISO 32000-1, 7.5.4): sections of objects with consecutive numbers. */
function tableOf(offsets: ReadonlyMap<number, number>): string {
  const lines = ["xref", "0 1", "0000000000 65535 f "];
  let section: string[] = [];
  let first = 0;
  const end = () => {
    if (section.length > 0) lines.push(`${first} ${section.length}`, ...section);
    section = [];
  };
  for (const [number, offset] of [...offsets].toSorted(([a], [b]) => a - b)) {
    if (number !== first + section.length) {
      end();
      first = number;
    }
    section.push(`${String(offset).padStart(10, "0")} 00000 n `);
  }
  end();
  return `${lines.join("\n")}\n`;
}

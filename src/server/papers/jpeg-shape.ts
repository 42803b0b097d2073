import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Phones put these behind a photo: a second picture for bright screens, a short film, notes of the maker. */
const PHONE_EXTRAS = [/^\xff\xd8\xff/, /^.{4}ftyp/s, /SEFT$/, /^\0*$/];

/**
 * Whether the file is a whole JPEG and nothing else but what phones add (ITU-T T.81, annex B).
 * @throws PaperRefused file_truncated or file_mixed
 */
export function checkJpegShape(bytes: Buffer): void {
  const end = endOfJpeg(bytes);
  if (end === bytes.length) return;
  const rest = bytes.subarray(end);
  const text = rest.toString("latin1");
  if (holdsMarkup(rest) || !PHONE_EXTRAS.some((extra) => extra.test(text)))
    throw new PaperRefused("file_mixed");
}

/** @returns where the picture ends, in bytes */
function endOfJpeg(bytes: Buffer): number {
  let at = 2;
  for (;;) {
    const marker = bytes[at + 1];
    if (marker === undefined) throw new PaperRefused("file_truncated");
    if (bytes[at] !== 0xff) throw new PaperRefused("file_unreadable");
    if (marker === END_OF_IMAGE) return at + 2;
    if (marker === 0xff) {
      // Markers may be preceded by fill bytes.
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) throw new PaperRefused("file_truncated");
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw new PaperRefused("file_truncated");
    if (holdsMarkup(bytes.subarray(at, end))) throw new PaperRefused("file_mixed");
    at = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
  }
}

/** Within a scan 0xFF is followed by 0, or by one of eight restart marks; anything else is the next marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new PaperRefused("file_truncated");
}

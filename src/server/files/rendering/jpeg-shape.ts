import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Phones put these behind a photo: a second picture for bright screens, a short film, notes of the maker. */
const PHONE_EXTRAS = [/^\xff\xd8\xff/, /^.{4}ftyp/s, /SEFT$/, /^\0*$/];

/**
 * Whether the file is a whole JPEG and nothing else but what phones add.
 * @throws PaperRefused file_truncated, file_mixed or file_unreadable
 */
export function checkJpegShape(bytes: Buffer): void {
  let end = 0;
  for (const segment of jpegSegments(bytes)) {
    if (holdsMarkup(bytes.subarray(segment.start, segment.headEnd))) throw new PaperRefused("file_mixed");
    end = segment.end;
  }
  if (end === bytes.length) return;
  const rest = bytes.subarray(end);
  const text = rest.toString("latin1");
  if (holdsMarkup(rest) || !PHONE_EXTRAS.some((extra) => extra.test(text)))
    throw new PaperRefused("file_mixed");
}

export interface JpegSegment {
  /** The second byte of what it begins with. */
  marker: number;
  /** In bytes; between `headEnd` and `end` lies the picture itself, where it is a scan. */
  start: number;
  headEnd: number;
  end: number;
}

/**
 * The parts of a JPEG up to the end of its picture (ITU-T T.81, annex B), without fill bytes between them.
 * @throws PaperRefused file_truncated or file_unreadable
 */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  let at = 2;
  yield { marker: START_OF_IMAGE, start: 0, headEnd: at, end: at };
  for (;;) {
    const marker = bytes[at + 1];
    if (marker === undefined) throw new PaperRefused("file_truncated");
    if (bytes[at] !== 0xff) throw new PaperRefused("file_unreadable");
    if (marker === END_OF_IMAGE) {
      yield { marker, start: at, headEnd: at + 2, end: at + 2 };
      return;
    }
    if (marker === 0xff) {
      // Markers may be preceded by fill bytes.
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) throw new PaperRefused("file_truncated");
    const headEnd = at + 2 + bytes.readUInt16BE(at + 2);
    if (headEnd > bytes.length) throw new PaperRefused("file_truncated");
    const end = marker === START_OF_SCAN ? endOfScan(bytes, headEnd) : headEnd;
    yield { marker, start: at, headEnd, end };
    at = end;
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

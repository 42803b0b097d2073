import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/**
 * Phones append this data to a photo: a second picture for HDR screens, a short video, or the manufacturer's
 * own data.
 */
const PHONE_EXTRAS = [/^\xff\xd8\xff/, /^.{4}ftyp/s, /SEFT$/, /^\0*$/];

/**
 * Checks that the file is one complete JPEG, followed only by data that phones append.
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
  /** The second byte of the segment's marker. */
  marker: number;
  /** Offsets in bytes. In a scan, the image data is between `headEnd` and `end`. */
  start: number;
  headEnd: number;
  end: number;
}

/**
 * The segments of a JPEG up to the end of its picture, without fill bytes (ITU-T T.81, annex B).
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
      // Fill bytes may precede a marker.
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

/** Within a scan, 0 or one of eight restart markers follows 0xFF. Any other byte starts the next segment. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new PaperRefused("file_truncated");
}

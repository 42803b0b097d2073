import { jpegSegments, type JpegSegment } from "./jpeg-shape.ts";
import { orientationTag } from "./orientation-tag.ts";

const START_OF_IMAGE = 0xd8;
const COMMENT = 0xfe;
/** Application segments: APP0 to APP15. */
const isOfProgram = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** The version, unit and density of a JFIF segment; a thumbnail may follow. */
const JFIF_HEAD = 16;

/**
 * Copies a JPEG without its metadata: place, time, camera, comments, thumbnails, and data that phones append.
 * The copy keeps the data that changes how pixels look: colour profile, Adobe's colour transform, density,
 * orientation.
 * @param orientation from 1 to 8, as read from the file
 * @throws PaperRefused file_truncated or file_unreadable
 */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer {
  const parts: Buffer[] = [];
  for (const segment of jpegSegments(bytes)) {
    parts.push(keptOf(bytes, segment));
    if (segment.marker === START_OF_IMAGE && orientation !== 1) parts.push(exifOf(orientation));
  }
  return Buffer.concat(parts);
}

function keptOf(bytes: Buffer, { marker, start, headEnd, end }: JpegSegment): Buffer {
  const segment = bytes.subarray(start, end);
  const begins = (name: string) => bytes.toString("latin1", start + 4, headEnd).startsWith(name);
  if (marker === APP0 && begins("JFIF\0") && segment.length >= JFIF_HEAD + 2)
    return withoutThumbnail(segment);
  const isKept =
    (marker === APP2 && begins("ICC_PROFILE\0")) ||
    (marker === APP14 && begins("Adobe")) ||
    !isBeside(marker);
  return isKept ? segment : Buffer.alloc(0);
}

const isBeside = (marker: number): boolean => isOfProgram(marker) || marker === COMMENT;

function withoutThumbnail(jfif: Buffer): Buffer {
  const head = Buffer.alloc(2 + JFIF_HEAD);
  jfif.copy(head, 0, 0, JFIF_HEAD);
  head.writeUInt16BE(JFIF_HEAD, 2);
  return head;
}

function exifOf(orientation: number): Buffer {
  const data = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), orientationTag(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(2 + data.length, 2);
  return Buffer.concat([head, data]);
}

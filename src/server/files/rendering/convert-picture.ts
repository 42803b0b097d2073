import sharp, { type Sharp } from "sharp";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import {
  type ConvertedType,
  MAX_PAPER_PAGES,
  MAX_PAPER_PIXELS,
  MAX_TIFF_PIXELS,
} from "../../../shared/files/paper.ts";
import { type Jpeg, writePdf } from "../../../shared/files/pdf-writer.ts";
import { decodeHeic } from "./heic.ts";
import { PaperRefused } from "./paper-refused.ts";

/** A picture in a form that every browser shows. It has no metadata. */
export interface Converted {
  bytes: Buffer;
  type: "image/jpeg" | "application/pdf";
  /** The metadata of the uploaded picture; undefined for several pages. */
  exif?: Buffer | undefined;
}

/**
 * The qualities and longest sides (px) of a JPEG. The first small enough one counts. Only a picture of noise needs the
 * last one.
 */
const STEPS = [
  { quality: 88, side: undefined },
  { quality: 80, side: 4_000 },
  { quality: 70, side: 2_400 },
];
/** Like the photos that a pile joins. */
const PAGE = { quality: 78, side: 2_400 };
/** More bytes than a PDF has for each page besides its picture. */
const PAGE_OBJECTS = 2_000;

/**
 * Converts a picture that some browsers can't show: to a JPEG, or a TIFF of several pages to a PDF.
 * @throws PaperRefused file_too_many_pixels, file_too_many_pages, file_too_large, file_unreadable; errors of sharp
 */
export async function convertPicture(bytes: Buffer, type: ConvertedType): Promise<Converted> {
  // AVIF and HEIC are one container, so the codec decides, and not the name of the type.
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { exif, pages = 1 } = metadata;
  if (metadata.format === "heif" && metadata.compression === "hevc") {
    // These dimensions are from the header, so a bomb ends before libheif allocates anything.
    if (metadata.width * metadata.height > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
    const { data, width, height } = decodeHeic(bytes);
    return { bytes: await jpegOf(() => sharp(data, { raw: { width, height, channels: 3 } })), ...JPEG, exif };
  }
  if (type === "image/tiff" && pages > 1) return { bytes: await pdfOfTiff(bytes, pages), type: PDF };
  if (metadata.width * metadata.height > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
  return { bytes: await jpegOf(() => opened(bytes).autoOrient()), ...JPEG, exif };
}

const JPEG = { type: "image/jpeg" } as const;
const PDF = "application/pdf";

const opened = (bytes: Buffer, page = 0): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PAPER_PIXELS, failOn: "error", page, pages: 1 });

async function jpegOf(picture: () => Sharp): Promise<Buffer> {
  for (const { quality, side } of STEPS) {
    const { bytes } = await encoded(picture(), quality, side);
    if (bytes.length <= MAX_PAPER_BYTES) return Buffer.from(bytes);
  }
  throw new PaperRefused("file_too_large");
}

/** @param side the longest side in px; a smaller picture keeps its size */
async function encoded(picture: Sharp, quality: number, side?: number): Promise<Jpeg> {
  const sized = side ? picture.resize(side, side, { fit: "inside", withoutEnlargement: true }) : picture;
  const { data, info } = await sized
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  return { bytes: new Uint8Array(data), width: info.width, height: info.height };
}

async function pdfOfTiff(bytes: Buffer, pages: number): Promise<Buffer> {
  if (pages > MAX_PAPER_PAGES) throw new PaperRefused("file_too_many_pages");
  const jpegs: Jpeg[] = [];
  let [pixels, size] = [0, 0];
  for (let page = 0; page < pages; page += 1) {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, page, pages: 1 }).metadata();
    pixels += width * height;
    if (width * height > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
    if (pixels > MAX_TIFF_PIXELS) throw new PaperRefused("file_too_heavy");
    const jpeg = await encoded(opened(bytes, page).autoOrient(), PAGE.quality, PAGE.side);
    size += jpeg.bytes.length + PAGE_OBJECTS;
    if (size > MAX_PAPER_BYTES) throw new PaperRefused("file_too_large");
    jpegs.push(jpeg);
  }
  return Buffer.from(await writePdf(jpegs).arrayBuffer());
}

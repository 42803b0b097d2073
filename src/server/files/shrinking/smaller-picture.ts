import sharp from "sharp";
import type { Pixels } from "./page-pictures.ts";

/** A picture as a smaller JPEG. */
export interface SmallPicture {
  bytes: Buffer;
  width: number;
  height: number;
  channels: 1 | 3;
  /** Whether the channels are those of the picture's own colour space, or grey or RGB. */
  keepsColours: boolean;
}

/** A resolution for the page, in dots per inch, and a quality of JPEG. */
const STEPS = [
  { dpi: 200, quality: 72 },
  { dpi: 200, quality: 55 },
  { dpi: 150, quality: 60 },
  { dpi: 150, quality: 45 },
] as const;
const [FIRST] = STEPS;
/** The most pixels of a JPEG that we decode: A4 at 1,200 dots per inch. */
const MAX_JPEG_PIXELS = 150_000_000;
/** The most pixels of another picture, which PDFium decodes in its own memory. */
export const MAX_OTHER_PIXELS = 40_000_000;
/** A picture is replaced if it becomes smaller than this part of it. */
const WORTH = 0.9;
const POINTS_PER_INCH = 72;

export interface Wanted {
  /** The longer side of the page, in points. */
  pageSide: number;
  /** The size that the picture should have at most, in bytes. At the lowest resolution, it may be larger. */
  budget: number;
  /** The present size, in bytes. */
  size: number;
}

/** @returns undefined if the JPEG can't be read, has an unusual number of channels, or would not become smaller */
export async function smallerJpeg(bytes: Buffer, wanted: Wanted): Promise<SmallPicture | undefined> {
  const source = sharp(bytes, { limitInputPixels: MAX_JPEG_PIXELS, failOn: "error", sequentialRead: true });
  try {
    const { width, height, channels } = await source.metadata();
    if (channels !== 1 && channels !== 3) return undefined;
    const size = sizeAt(FIRST.dpi, wanted.pageSide, { width, height });
    const { data } = await source
      .resize({ ...size, fit: "fill" })
      .toColourspace(channels === 1 ? "b-w" : "srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return await smallest({ data, ...size, channels }, wanted, true);
  } catch {
    // A picture that a reader of PDFs may still show stays as it is.
    return undefined;
  }
}

/** @returns undefined if the picture would not become smaller */
export async function smallerPixels(pixels: Pixels, wanted: Wanted): Promise<SmallPicture | undefined> {
  const { data, width, height, channels } = pixels;
  const size = sizeAt(FIRST.dpi, wanted.pageSide, pixels);
  const scaled = await sharp(data, { raw: { width, height, channels } })
    .resize({ ...size, fit: "fill" })
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .raw()
    .toBuffer();
  return smallest({ data: scaled, ...size, channels }, wanted, false);
}

/** The size in px of a picture that is as long as the page; a picture is never enlarged. */
function sizeAt(dpi: number, pageSide: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, ((pageSide / POINTS_PER_INCH) * dpi) / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function smallest(
  { data, channels, ...from }: Pixels,
  { pageSide, budget, size }: Wanted,
  keepsColours: boolean,
): Promise<SmallPicture | undefined> {
  let made: SmallPicture | undefined;
  for (const { dpi, quality } of STEPS) {
    const to = sizeAt(dpi, pageSide, from);
    const bytes = await sharp(data, { raw: { ...from, channels } })
      .resize({ ...to, fit: "fill" })
      .toColourspace(channels === 1 ? "b-w" : "srgb")
      .jpeg({ quality })
      .toBuffer();
    made = { bytes, ...to, channels, keepsColours };
    if (bytes.length <= budget) break;
  }
  return made && made.bytes.length < size * WORTH ? made : undefined;
}

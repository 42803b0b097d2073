import sharp, { type Sharp } from "sharp";
import { COVER_SIDE, MAX_COVER_BYTES, PHOTO_SIDE } from "../../../shared/files.ts";
import { fromRaw, type PageImage, type Raw, rawOf } from "./page-images.ts";
import type { Picture } from "./paper-file.ts";

/** Tried in turn until a cover is small enough. A photo rarely needs the second. */
const QUALITIES = [76, 62, 48, 34];
const PHOTO_QUALITY = 80;

/** The middle of a picture as a square: a person's photo. */
export async function squareOf({ width, height, upright }: Picture): Promise<PageImage> {
  const side = Math.min(PHOTO_SIDE, width, height);
  const raw = await rawOf(upright().resize({ width: side, height: side, fit: "cover" }));
  return encoded(raw, [PHOTO_QUALITY]);
}

/**
 * A picture to stand above a text: small enough for a phone, and without anything but its pixels. What is such a one
 * already stays as it is, so that it may come and go without loss.
 */
export async function coverOf({ bytes, hasNoMetadata, width, height, upright }: Picture): Promise<PageImage> {
  if (hasNoMetadata && Math.max(width, height) <= COVER_SIDE && bytes.length <= MAX_COVER_BYTES) {
    await upright().stats();
    return { bytes: new Uint8Array(bytes), type: "image/webp", width, height };
  }
  return encoded(await rawOf(shrunk(upright())), QUALITIES);
}

/** The same of a picture that is ours. */
export const coverOfOwn = async (bytes: Uint8Array): Promise<PageImage> =>
  encoded(await rawOf(shrunk(sharp(bytes))), QUALITIES);

const shrunk = (picture: Sharp): Sharp =>
  picture.resize({ width: COVER_SIDE, height: COVER_SIDE, fit: "inside", withoutEnlargement: true });

async function encoded(raw: Raw, qualities: number[]): Promise<PageImage> {
  const { width, height } = raw.info;
  let bytes = new Uint8Array();
  for (const quality of qualities) {
    bytes = new Uint8Array(await fromRaw(raw).webp({ quality }).toBuffer());
    if (bytes.length <= MAX_COVER_BYTES) break;
  }
  return { bytes, type: "image/webp", width, height };
}

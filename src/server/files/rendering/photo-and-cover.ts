import sharp, { type Sharp } from "sharp";
import { COVER_SIDE, MAX_COVER_BYTES, PHOTO_SIDE } from "../../../shared/files/files.ts";
import { fromRaw, type PageImage, type Raw, rawOf } from "./page-images.ts";
import type { Picture } from "./paper-file.ts";

/** The qualities are tried in this order until a cover is small enough. */
const QUALITIES = [76, 62, 48, 34];
const PHOTO_QUALITY = 80;

/** Cuts the middle of a picture out as a square, for a profile photo. */
export async function squareOf({ width, height, upright }: Picture): Promise<PageImage> {
  const side = Math.min(PHOTO_SIDE, width, height);
  const raw = await rawOf(upright().resize({ width: side, height: side, fit: "cover" }));
  return encoded(raw, [PHOTO_QUALITY]);
}

/**
 * Makes a cover that is small enough for a phone and has no metadata. A picture that already meets both
 * conditions does not change, so that a person can download a cover and upload it again without loss.
 */
export async function coverOf({ bytes, hasNoMetadata, width, height, upright }: Picture): Promise<PageImage> {
  if (hasNoMetadata && Math.max(width, height) <= COVER_SIDE && bytes.length <= MAX_COVER_BYTES) {
    await upright().stats();
    return { bytes: new Uint8Array(bytes), type: "image/webp", width, height };
  }
  return encoded(await rawOf(shrunk(upright())), QUALITIES);
}

/** Makes a cover from a trusted picture. */
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

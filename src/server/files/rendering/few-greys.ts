import { pictureOf } from "./even-light.ts";
import type { GreyPicture } from "./page-content.ts";
import { quantileOf } from "./quantile.ts";

/** The darkest pixels are ink; this is their share of all pixels. */
const INK = 0.01;
/** Lighter pixels are paper, from 0 to 255. */
const PAPER = 225;
/** The smallest difference between ink and paper; a page with less is empty. */
const FAINT = 60;
/** The numbers of grey levels, which are tried in this order until the picture is small enough. */
const LEVELS = [12, 8, 6, 5, 4, 3, 2];
/** Pictures that are not text: few levels don't make them small. */
const BLURS = [1, 2.5, 6];
const BLURRED_QUALITY = 40;

/** Makes the ink black and the paper white. */
export function inked(picture: GreyPicture): GreyPicture {
  const ink = quantileOf(picture.data, INK);
  const span = Math.max(FAINT, PAPER - ink);
  const data = picture.data.map((value) =>
    Math.max(0, Math.min(255, 255 - ((ink + span - value) * 255) / span)),
  );
  return { ...picture, data };
}

/**
 * A picture of text as WebP. Few levels of grey keep letters sharp in a third of the bytes that a lossy picture needs.
 * @param most the limit in bytes, which only pictures without text can exceed
 */
export async function encoded(picture: GreyPicture, most: number): Promise<Uint8Array> {
  for (const levels of LEVELS) {
    const data = picture.data.map((value) => {
      const level = Math.round((value * (levels - 1)) / 255);
      return Math.round((level * 255) / (levels - 1));
    });
    const bytes = await pictureOf({ ...picture, data })
      .webp({ lossless: true })
      .toBuffer();
    if (bytes.length <= most) return new Uint8Array(bytes);
  }
  let bytes = new Uint8Array();
  for (const blur of BLURS) {
    bytes = new Uint8Array(await pictureOf(picture).blur(blur).webp({ quality: BLURRED_QUALITY }).toBuffer());
    if (bytes.length <= most) break;
  }
  return bytes;
}

import { THUMBNAIL, THUMBNAIL_HEIGHT } from "../../../shared/files.ts";
import { clearEdges } from "./clear-edges.ts";
import { evenLight, isWhite, pictureOf } from "./even-light.ts";
import { headOf } from "./head-of-page.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf, type PageImage } from "./page-images.ts";
import type { Paper } from "./paper-file.ts";
import { quantileOf } from "./quantile.ts";
import { skewOf } from "./skew.ts";

const SIZE = { width: THUMBNAIL, height: THUMBNAIL_HEIGHT };
/** Ten thumbnails of a list are together at most 110 kB. */
export const MAX_THUMBNAIL_BYTES = 11_000;
/** The width (px) of the drawn page from which the thumbnail is cut. */
const DRAWN_WIDTH = 1_200;
const SKEW_WIDTH = 600;
/** The greatest skew of a photo, and the smallest that is corrected, in degrees. */
const PHOTO_SKEW = 15;
const STRAIGHT = 0.3;
/** The darkest pixels are ink; this is their share of all pixels. */
const INK = 0.01;
/** Lighter pixels are paper, from 0 to 255. */
const PAPER = 225;
/** The smallest difference between ink and paper; a page with less is empty. */
const FAINT = 60;
/** The numbers of grey levels, which are tried in this order until the thumbnail is small enough. */
const LEVELS = [12, 8, 6, 5, 4, 3, 2];
/** Pictures that are not text: few levels don't make them small. */
const BLURS = [1, 2.5, 6];
const BLURRED_QUALITY = 40;

/**
 * The heading of page 1, which names the exam: grey, level, black on white and without margins. Few levels of grey
 * keep letters sharp in a third of the bytes that a lossy picture needs.
 */
export async function thumbnailOf(paper: Paper): Promise<PageImage> {
  const drawn = await greyOf(paper.picture(1, DRAWN_WIDTH));
  const page = isWhite(drawn) ? drawn : await evenLight(drawn);
  const text = page === drawn ? page : await clearEdges(page, paper.image !== undefined);
  const small = await greyOf(pictureOf(text).resize({ width: SKEW_WIDTH }));
  const skew = skewOf(small, paper.image && PHOTO_SKEW);
  const level = await turned(page, -skew);
  const head = pictureOf(level)
    .extract(headOf(level, await turned(text, -skew), SIZE.height / SIZE.width))
    .resize({ ...SIZE, fit: "contain", position: "top", background: "white" });
  return { bytes: await encoded(inked(await greyOf(head))), type: "image/webp", ...SIZE };
}

async function turned(page: GreyPicture, angle: number): Promise<GreyPicture> {
  if (Math.abs(angle) < STRAIGHT) return page;
  return greyOf(pictureOf(page).rotate(angle, { background: "white" }));
}

/** Makes the ink black and the paper white. */
function inked(picture: GreyPicture): GreyPicture {
  const ink = quantileOf(picture.data, INK);
  const span = Math.max(FAINT, PAPER - ink);
  const data = picture.data.map((value) =>
    Math.max(0, Math.min(255, 255 - ((ink + span - value) * 255) / span)),
  );
  return { ...picture, data };
}

async function encoded(picture: GreyPicture): Promise<Uint8Array> {
  for (const levels of LEVELS) {
    const data = picture.data.map((value) => {
      const level = Math.round((value * (levels - 1)) / 255);
      return Math.round((level * 255) / (levels - 1));
    });
    const bytes = await pictureOf({ ...picture, data })
      .webp({ lossless: true })
      .toBuffer();
    if (bytes.length <= MAX_THUMBNAIL_BYTES) return new Uint8Array(bytes);
  }
  let bytes = new Uint8Array();
  for (const blur of BLURS) {
    bytes = new Uint8Array(await pictureOf(picture).blur(blur).webp({ quality: BLURRED_QUALITY }).toBuffer());
    if (bytes.length <= MAX_THUMBNAIL_BYTES) break;
  }
  return bytes;
}

import { THUMBNAIL, THUMBNAIL_HEIGHT } from "../../../shared/files/files.ts";
import { clearEdges } from "./clear-edges.ts";
import { evenLight, isWhite, pictureOf } from "./even-light.ts";
import { encoded, inked } from "./few-greys.ts";
import { headOf } from "./head-of-page.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf, type PageImage } from "./page-images.ts";
import type { Paper } from "./paper-file.ts";
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
/** The heading of page 1, which names the exam: whole lines, grey, level, black on white and without margins. */
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
  return {
    bytes: await encoded(inked(await greyOf(head)), MAX_THUMBNAIL_BYTES),
    type: "image/webp",
    ...SIZE,
  };
}

async function turned(page: GreyPicture, angle: number): Promise<GreyPicture> {
  if (Math.abs(angle) < STRAIGHT) return page;
  return greyOf(pictureOf(page).rotate(angle, { background: "white" }));
}

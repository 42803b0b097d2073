import type { Sharp } from "sharp";
import { clearEdges } from "./clear-edges.ts";
import { evenLight, pictureOf } from "./even-light.ts";
import { paperLight } from "./paper-light.ts";
import { quantileOf } from "./quantile.ts";
import { linesOf } from "./skew.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf } from "./page-images.ts";

/** A smaller skew, in degrees, does not change a fingerprint. */
const STRAIGHT = 0.15;
/** The darkest pixels of a page are ink; this is their share of all pixels. */
const INK = 0.01;
/** The smallest difference (grey from 0 to 255) between ink and paper; a page with less is empty. */
const FAINT = 16;
/**
 * A fraction of the difference between paper and ink. A pixel that differs less from the paper is grain or
 * shadow.
 */
const GRAIN = 0.15;

/** A picture of this width (px), and a distance in it that is more than a letter, show how the light falls on a page. */
const [LIGHT_WIDTH, NEAR] = [120, 3];
/** In the light of a scan, the darkest tenth has more than this share of the brightness of the brightest tenth. */
const EVEN = 0.8;
/** Text on evened paper is darker than this part of the way from ink to paper. */
const TEXT = 0.35;

/**
 * Makes the paper white, the ink black and the lines level, so that two scans of one paper look alike. A page on its side
 * is turned clockwise, so it can be upside down then.
 * @param picture makes a new picture of the page with the given width in px
 * @param width of the result, in px
 */
export async function levelPage(picture: (width: number) => Sharp, width: number): Promise<GreyPicture> {
  const page = blackOnWhite(await lit(picture(width)));
  const { angle, isOnSide } = linesOf(page);
  if (Math.abs(angle) < STRAIGHT && !isOnSide) return page;
  const larger = blackOnWhite(await lit(picture(2 * width)));
  const turned = pictureOf(larger).rotate(isOnSide ? 90 - angle : -angle, { background: "white" });
  return greyOf(pictureOf(await greyOf(turned)).resize({ width }));
}

/**
 * The picture in even light. Otherwise the table and the shadows of a photo count more than its text, and photos of
 * different papers from one table look alike.
 */
async function lit(picture: Sharp): Promise<GreyPicture> {
  const page = await greyOf(picture);
  const small = await greyOf(pictureOf(page).resize({ width: LIGHT_WIDTH }));
  const light = paperLight(small, NEAR);
  if (quantileOf(light, 0.1) > EVEN * quantileOf(light, 0.9)) return page;
  const text = await clearEdges(await evenLight(page), true);
  // The edge of the sheet can stay as a line that is lighter than text.
  const line = quantileOf(text.data, INK) * (1 - TEXT) + 255 * TEXT;
  return { ...text, data: text.data.map((value) => (value > line ? 255 : value)) };
}

/** Most pixels are paper, so the median is the colour of the paper. */
export function blackOnWhite({ data, width, height }: GreyPicture): GreyPicture {
  const [ink, median] = [quantileOf(data, INK), quantileOf(data, 0.5)];
  const paper = median - (median - ink) * GRAIN;
  const span = Math.max(FAINT, paper - ink);
  const even = Uint8Array.from(data, (value) =>
    Math.max(0, Math.min(255, 255 - ((paper - value) * 255) / span)),
  );
  return { data: even, width, height };
}

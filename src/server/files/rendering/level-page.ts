import sharp, { type Sharp } from "sharp";
import { skewOf } from "./skew.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf } from "./page-images.ts";

/** Less makes no difference to a fingerprint, in degrees. */
const STRAIGHT = 0.15;
/** The share of a page's pixels that is its darkest ink. */
const INK = 0.01;
/** A page whose ink is no darker is empty. */
const FAINT = 16;
/** Of the way from paper to ink: what is nearer to the paper is grain or shadow. */
const GRAIN = 0.15;

/**
 * A page with white paper, black ink and level lines, so that two scans of one paper lie alike.
 * @param picture gives the page anew each time, so many px wide
 * @param width of what is returned, in px
 */
export async function levelPage(picture: (width: number) => Sharp, width: number): Promise<GreyPicture> {
  const page = blackOnWhite(await greyOf(picture(width)));
  const skew = skewOf(page);
  if (Math.abs(skew) < STRAIGHT) return page;
  const larger = blackOnWhite(await greyOf(picture(2 * width)));
  const turned = pictureOf(larger).rotate(-skew, { background: "white" });
  return greyOf(pictureOf(await greyOf(turned)).resize({ width }));
}

/** The paper is what most pixels are: the median. */
function blackOnWhite({ data, width, height }: GreyPicture): GreyPicture {
  const [ink, median] = [quantile(data, INK), quantile(data, 0.5)];
  const paper = median - (median - ink) * GRAIN;
  const span = Math.max(FAINT, paper - ink);
  const even = Uint8Array.from(data, (value) =>
    Math.max(0, Math.min(255, 255 - ((paper - value) * 255) / span)),
  );
  return { data: even, width, height };
}

function quantile(data: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] as number) + 1;
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= data.length * share);
}

function pictureOf({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

import sharp, { type Sharp } from "sharp";
import { skewOf } from "../ocr/skew.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf } from "./page-images.ts";

/** Less makes no difference to a fingerprint, in degrees. */
const STRAIGHT = 0.15;

/**
 * A page with clear contrast and level lines, so that two scans of one paper lie alike.
 * @param picture gives the page anew each time, so many px wide
 * @param width of what is returned, in px
 */
export async function levelPage(picture: (width: number) => Sharp, width: number): Promise<GreyPicture> {
  const page = await greyOf(picture(width).normalise());
  const skew = skewOf(page);
  if (Math.abs(skew) < STRAIGHT) return page;
  const turned = picture(2 * width)
    .greyscale()
    .rotate(-skew, { background: "white" });
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  const { width: wide, height, channels } = info;
  return greyOf(
    sharp(data, { raw: { width: wide, height, channels } })
      .resize({ width })
      .normalise(),
  );
}

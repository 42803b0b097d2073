import sharp, { type Sharp } from "sharp";
import { type GreyPicture, paperLight } from "./paper-light.ts";
import { greyOf } from "./page-images.ts";
import { quantileOf } from "./quantile.ts";

/** Light changes slowly across a page, so a picture of this width (px) is enough to measure it. */
const LIGHT_WIDTH = 250;
/** A distance in px at that width: more than the lines of a letter, and less than a margin. */
const NEAR = 6;
const LIGHT_BLUR = 1.5;
/** Paper of this grey value was drawn by a computer, or has been cleaned before. */
const WHITE = 245;

/**
 * Makes the paper white, however the light falls on it. What is not paper becomes white too, such as the table
 * around a sheet; only thin dark lines stay.
 */
export async function evenLight(grey: GreyPicture): Promise<GreyPicture> {
  const { width, height } = grey;
  const small = await greyOf(pictureOf(grey).resize({ width: LIGHT_WIDTH }));
  // First the lines disappear in the light around them, and then the light goes back to its own place.
  const over = negated({ ...small, data: paperLight(small, NEAR) });
  const light = pictureOf(negated({ ...small, data: paperLight(over, NEAR) })).blur(LIGHT_BLUR);
  const { data } = await greyOf(light.resize({ width, height, fit: "fill" }));
  return dividedByLight(grey, data);
}

/** Makes paper of this brightness white. @param light the brightness of the paper at each pixel */
export function dividedByLight({ data, width, height }: GreyPicture, light: Uint8Array): GreyPicture {
  const even = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1)
    even[at] = Math.min(255, ((data[at] as number) * 255) / Math.max(1, light[at] as number));
  return { data: even, width, height };
}

const negated = ({ data, width, height }: GreyPicture): GreyPicture => ({
  data: data.map((value) => 255 - value),
  width,
  height,
});

/** Whether the paper is white already. Most pixels of a page are paper. */
export const isWhite = ({ data }: GreyPicture): boolean => quantileOf(data, 0.5) >= WHITE;

export function pictureOf({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

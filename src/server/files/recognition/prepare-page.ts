import sharp, { type Raw, type Sharp } from "sharp";
import { PAGE_WIDTH } from "./ocr-messages.ts";
import { type GreyPicture, paperLight } from "../rendering/paper-light.ts";
import { skewOf } from "../rendering/skew.ts";

/** The greatest ratio of height to width. A taller page is drawn narrower. */
const MAX_RATIO = 2;
/** Light changes slowly across a page, so a picture of this width (px) is enough to measure it. */
const LIGHT_WIDTH = 250;
/** A distance in px at that width: more than a letter, and less than a margin. */
const NEAR = 5;
const LIGHT_BLUR = 3;
/** The width in px: enough to separate the lines, but small enough to find their angle in milliseconds. */
const SKEW_WIDTH = 700;
/** A smaller skew, in degrees, is not corrected, because rotation makes a picture less sharp. */
const STRAIGHT = 0.15;

/**
 * Prepares a page for OCR: converts it to greyscale, evens out the light, and levels the lines.
 * @param image a page as the server drew it
 * @returns a PNG; 2,000 px wide before the rotation
 */
export async function preparePage(image: Uint8Array): Promise<Buffer> {
  const grey = await greyOf(sharp(image).resize(within(PAGE_WIDTH)));
  const white = await whitened(grey);
  const skew = skewOf(await greyOf(pictureOf(white).resize(within(SKEW_WIDTH))));
  const level =
    Math.abs(skew) < STRAIGHT ? pictureOf(white) : pictureOf(white).rotate(-skew, { background: "white" });
  return level.toColourspace("b-w").png({ compressionLevel: 1 }).toBuffer();
}

/** Divides the page by its light. The blend mode colour-dodge divides by the inverse of its input. */
async function whitened(grey: GreyPicture): Promise<GreyPicture> {
  const { width, height } = grey;
  const small = await greyOf(pictureOf(grey).resize(within(LIGHT_WIDTH)));
  const light = pictureOf({ ...small, data: paperLight(small, NEAR) })
    .blur(LIGHT_BLUR)
    .negate();
  const shade = await greyOf(light.resize({ width, height, fit: "fill" }));
  const even = await greyOf(
    pictureOf(grey).composite([{ input: Buffer.from(shade.data), raw: rawOf(shade), blend: "colour-dodge" }]),
  );
  return greyOf(pictureOf(even).normalise({ lower: 1, upper: 90 }));
}

async function greyOf(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const within = (width: number) => ({ width, height: width * MAX_RATIO, fit: "inside" as const });
const rawOf = ({ width, height }: GreyPicture): Raw => ({ width, height, channels: 1 });
const pictureOf = (grey: GreyPicture): Sharp => sharp(grey.data, { raw: rawOf(grey) });

import sharp, { type Raw, type Sharp } from "sharp";
import { PAGE_WIDTH } from "./ocr-messages.ts";
import { type GreyPicture, paperLight } from "../rendering/paper-light.ts";
import { skewOf } from "../rendering/skew.ts";

/** A page may be so many times as high as wide; a longer one is made narrower. */
const MAX_RATIO = 2;
/** Light changes slowly across a page, so that it is looked at on a picture so wide. In px. */
const LIGHT_WIDTH = 250;
/** More than a letter at that width, less than a margin. In px. */
const NEAR = 5;
const LIGHT_BLUR = 3;
/** Lines are still apart, and the search for their angle takes milliseconds. In px. */
const SKEW_WIDTH = 700;
/** Less is not worth the softness that turning costs, in degrees. */
const STRAIGHT = 0.15;

/**
 * Makes a page ready for recognition: grey, its paper evenly white whatever the light was, its lines level.
 * @param image a page as the server drew it
 * @returns it as PNG, 2,000 px wide before it is turned
 */
export async function preparePage(image: Uint8Array): Promise<Buffer> {
  const grey = await greyOf(sharp(image).resize(within(PAGE_WIDTH)));
  const white = await whitened(grey);
  const skew = skewOf(await greyOf(pictureOf(white).resize(within(SKEW_WIDTH))));
  const level =
    Math.abs(skew) < STRAIGHT ? pictureOf(white) : pictureOf(white).rotate(-skew, { background: "white" });
  return level.toColourspace("b-w").png({ compressionLevel: 1 }).toBuffer();
}

/** Divides the page by its light: to dodge by the inverse of something is to divide by it. */
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

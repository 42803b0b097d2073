import sharp, { type Raw, type Sharp } from "sharp";
import { boxAround, type Point } from "./line-box.ts";
import { PAGE_WIDTH } from "./ocr-messages.ts";
import type { LineBox } from "../rendering/line-box.ts";
import { dividedByLight } from "../rendering/even-light.ts";
import { type GreyPicture, paperLight } from "../rendering/paper-light.ts";
import { quantileOf } from "../rendering/quantile.ts";
import { skewOf } from "../rendering/skew.ts";

/** The greatest ratio of height to width. A taller page is drawn narrower. */
const MAX_RATIO = 2;
/** Light changes slowly across a page, so a picture of this width (px) is enough to measure it. */
const LIGHT_WIDTH = 250;
/** A distance in px at that width: more than a letter, and less than a margin. */
const NEAR = 5;
const LIGHT_BLUR = 3;
/** The shares of pixels that become black, and that are not white. */
const [INK, PAPER] = [0.01, 0.9];
/** The width in px: enough to separate the lines, but small enough to find their angle in milliseconds. */
const SKEW_WIDTH = 700;
/** A smaller skew, in degrees, is not corrected, because rotation makes a picture less sharp. */
const STRAIGHT = 0.15;

/** A page that is ready for OCR. */
export interface PreparedPage {
  /** A PNG; 2,000 px wide before the rotation. */
  picture: Buffer;
  /** The box on the page of a rectangle in the picture. */
  boxOf: (rectangle: { x0: number; y0: number; x1: number; y1: number }) => LineBox;
}

/**
 * Prepares a page for OCR: converts it to greyscale, evens out the light, and levels the lines.
 * @param image a page as the server drew it
 */
export async function preparePage(image: Uint8Array): Promise<PreparedPage> {
  const white = await evenPage(image);
  const skew = skewOf(await greyOf(pictureOf(white).resize(within(SKEW_WIDTH))));
  const angle = Math.abs(skew) < STRAIGHT ? 0 : -skew;
  const level = angle === 0 ? pictureOf(white) : pictureOf(white).rotate(angle, { background: "white" });
  const { data, info } = await level
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { picture: data, boxOf: turnedBack(info, white, angle) };
}

/** A page in greyscale with even light, at most 2,000 px wide. @param image a page as the server drew it */
export async function evenPage(image: Uint8Array): Promise<GreyPicture> {
  return whitened(await greyOf(sharp(image).resize(within(PAGE_WIDTH))));
}

type Size = Pick<GreyPicture, "width" | "height">;

/** @param angle by which the page was rotated around its centre, in degrees, clockwise */
function turnedBack(picture: Size, page: Size, angle: number): PreparedPage["boxOf"] {
  const [sin, cos] = [Math.sin((-angle * Math.PI) / 180), Math.cos((-angle * Math.PI) / 180)];
  const back = (x: number, y: number): Point => {
    const [across, down] = [x - picture.width / 2, y - picture.height / 2];
    return [page.width / 2 + across * cos - down * sin, page.height / 2 + across * sin + down * cos];
  };
  return ({ x0, y0, x1, y1 }) => boxAround([back(x0, y0), back(x1, y0), back(x1, y1), back(x0, y1)], page);
}

/** Divides the page by its light, and stretches its grey values. */
async function whitened(grey: GreyPicture): Promise<GreyPicture> {
  const { width, height } = grey;
  const small = await greyOf(pictureOf(grey).resize(within(LIGHT_WIDTH)));
  const light = pictureOf({ ...small, data: paperLight(small, NEAR) }).blur(LIGHT_BLUR);
  const { data } = await greyOf(light.resize({ width, height, fit: "fill", kernel: "linear" }));
  return stretched(dividedByLight(grey, data));
}

/** Makes the darkest ink black, and most of the paper white. */
function stretched({ data, width, height }: GreyPicture): GreyPicture {
  const [black, white] = [quantileOf(data, INK), quantileOf(data, PAPER)];
  const range = Math.max(1, white - black);
  const values = Uint8ClampedArray.from({ length: 256 }, (_, value) => ((value - black) * 255) / range);
  const even = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) even[at] = values[data[at] as number] as number;
  return { data: even, width, height };
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

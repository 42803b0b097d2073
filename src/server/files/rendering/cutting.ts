import sharp, { type Sharp } from "sharp";
import type { LineBox } from "./line-box.ts";
import { blackOnWhite } from "./level-page.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf, type PageImage } from "./page-images.ts";
import type { Paper } from "./paper-file.ts";
import { skewOf } from "./skew.ts";

export const MAX_CUTTING_BYTES = 8_000;
/** The largest size in px: a line of 80 letters stays readable. */
const [WIDTH, HEIGHT] = [640, 72];
/** The greatest width (px) of the page from which the line is cut. */
const MAX_PAGE_WIDTH = 1_600;
/** The space around the line, in heights of the line. */
const MARGIN = 0.12;
/** The width (px) of the page for measuring the angle of its lines. */
const SKEW_WIDTH = 480;
/** A smaller skew, in degrees, leaves a line on its cutting. */
const STRAIGHT = 0.3;
/** The box of a crooked line is higher than the line; the line is at least this share of it. */
const LOWEST = 0.15;
/** The steps are tried in this order until the picture is small enough. */
const QUALITIES = [70, 50, 30, 10, 1];

/**
 * A picture of one line of a page with a little margin, grey and level; at most 640 × 72 px and 8 kB.
 * @param page from 1
 * @returns undefined if the paper has no such page
 */
export async function cuttingOf(paper: Paper, page: number, box: LineBox): Promise<PageImage | undefined> {
  if (page < 1 || page > paper.pages) return undefined;
  const drawn = await greyOf(paper.picture(page, Math.min(MAX_PAGE_WIDTH, Math.ceil(WIDTH / box[2]))));
  const line = await lineOf(drawn, box, await skewOfPage(drawn));
  const small = await greyOf(
    pictureOf(line).resize({ width: WIDTH, height: HEIGHT, fit: "inside", withoutEnlargement: true }),
  );
  const sharpened = await greyOf(pictureOf(small).normalise());
  const { width, height } = sharpened;
  let bytes = new Uint8Array();
  for (const quality of QUALITIES) {
    bytes = new Uint8Array(await pictureOf(sharpened).webp({ quality }).toBuffer());
    if (bytes.length <= MAX_CUTTING_BYTES) break;
  }
  return { bytes, type: "image/webp", width, height };
}

/** Measures the angle of a page's lines, in degrees. @param most the greatest angle, as in `skewOf` */
export const skewOfPage = async (page: GreyPicture, most?: number): Promise<number> =>
  skewOf(blackOnWhite(await greyOf(pictureOf(page).resize({ width: SKEW_WIDTH }))), most);

/**
 * Cuts the line out of its page. A crooked line is levelled, so that its neighbours are not on the picture.
 * @param skew of the page, in degrees
 */
export async function lineOf(
  page: GreyPicture,
  [left, top, width, height]: LineBox,
  skew: number,
): Promise<GreyPicture> {
  const [across, down] = [width * page.width, height * page.height];
  const middle = { x: left * page.width + across / 2, y: top * page.height + down / 2 };
  const slope = Math.abs(Math.tan((skew * Math.PI) / 180));
  const isLevel = Math.abs(skew) < STRAIGHT || down - across * slope < down * LOWEST;
  const high = isLevel ? down : down - across * slope;
  const size = { width: across + 2 * MARGIN * high, height: high * (1 + 2 * MARGIN) };
  if (isLevel) return area(page, middle, size);
  // The area is larger than the line, so that no corner is empty after the rotation.
  const around = await area(page, middle, {
    width: size.width + size.height,
    height: size.height + size.width * slope,
  });
  const level = await greyOf(pictureOf(around).rotate(-skew, { background: "white" }));
  return area(level, { x: level.width / 2, y: level.height / 2 }, size);
}

/** An area of a picture; white where it is outside. */
async function area(
  picture: GreyPicture,
  middle: { x: number; y: number },
  size: { width: number; height: number },
): Promise<GreyPicture> {
  const [left, right] = edges(middle.x, size.width);
  const [top, bottom] = edges(middle.y, size.height);
  const inside = (at: number, most: number) => Math.min(Math.max(0, at), most);
  const [fromX, toX] = [inside(left, picture.width - 1), inside(right, picture.width)];
  const [fromY, toY] = [inside(top, picture.height - 1), inside(bottom, picture.height)];
  const cut = pictureOf(picture).extract({
    left: fromX,
    top: fromY,
    width: Math.max(1, toX - fromX),
    height: Math.max(1, toY - fromY),
  });
  const missing = { left: fromX - left, right: right - toX, top: fromY - top, bottom: bottom - toY };
  return greyOf(cut.extend({ ...missing, background: "white" }));
}

function edges(middle: number, size: number): [from: number, to: number] {
  const from = Math.floor(middle - size / 2);
  return [from, Math.max(from + 1, Math.ceil(middle + size / 2))];
}

function pictureOf({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

import sharp from "sharp";
import type { GreyPicture } from "../../rendering/paper-light.ts";
import { type Curve, fitCurve } from "./fit-line.ts";
import { followFold } from "./follow-fold.ts";
import type { Models } from "./models.ts";

/** A line of text on a page, in px. */
export interface TextLine extends Curve {
  left: number;
  right: number;
  height: number;
}

/** The network's picture has a multiple of this number of px. */
const MULTIPLE = 32;
/** The longest side of the picture in which the network marks text, in px. Memory grows with its square: 300 MB at 896. */
const LONGEST = 896;
/** The network was trained on pictures with this mean and deviation of each colour. */
const [MEAN, DEVIATION] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
] as const;
/** A marked pixel belongs to text with this probability. */
const TEXT = 0.3;
/** The mean probability of a line. */
const LINE = 0.55;
/** The network marks the core of a line: this factor of the marked area's size gives the whole line. */
const GROW = 1.6;
/** The fewest marked pixels of a line. */
const MIN = 12;

export interface FoundLines {
  /** In no order. */
  lines: TextLine[];
  /** Whether most lines run from top to bottom, because the page is on its side. */
  isSideways: boolean;
}

/** Finds the lines of text on a page. */
export async function findLines(page: GreyPicture, { mark }: Pick<Models, "mark">): Promise<FoundLines> {
  const scale = Math.min(1, LONGEST / Math.max(page.width, page.height));
  const side = (length: number) => Math.max(MULTIPLE, Math.round((length * scale) / MULTIPLE) * MULTIPLE);
  const [width, height] = [side(page.width), side(page.height)];
  const small = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } })
    .resize({ width, height, fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const { data } = await mark({ data: normalised(small), dims: [1, 3, height, width] });
  const [across, down] = [page.width / width, page.height / height];
  const areas = areasOf(data, width, height);
  const upright = areas.filter((area) => !isTall(area));
  const length = (some: Area[]) =>
    some.reduce((sum, area) => sum + Math.max(area.tops.length, heightOf(area)), 0);
  const linesAs = (isBent: boolean) => upright.map((area) => lineOf(area, across, down, isBent));
  // Noise looks like a bend too, so lines are bent on the pages with a fold only.
  const lines = followFold(linesAs(true), page.width) ?? linesAs(false);
  return {
    lines,
    isSideways: length(areas) > 2 * length(upright),
  };
}

const heightOf = ({ tops, bottoms }: Area): number => Math.max(...bottoms) - Math.min(...tops) + 1;
/** A line that is much taller than wide is a rule, or text at a right angle to the page. */
const isTall = (area: Area): boolean => heightOf(area) > 2.5 * area.tops.length;

function normalised(grey: Uint8Array): Float32Array {
  const size = grey.length;
  const data = new Float32Array(3 * size);
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] as number, DEVIATION[channel] as number];
    for (let at = 0; at < size; at += 1)
      data[channel * size + at] = ((grey[at] as number) / 255 - mean) / deviation;
  }
  return data;
}

/** The marked pixels of a line: for each column its first and last row. */
interface Area {
  left: number;
  tops: number[];
  bottoms: number[];
  count: number;
}

/** Connected areas of marked pixels. */
function areasOf(marks: Float32Array, width: number, height: number): Area[] {
  const seen = new Uint8Array(width * height);
  const areas: Area[] = [];
  for (let start = 0; start < marks.length; start += 1) {
    if (seen[start] || (marks[start] as number) < TEXT) continue;
    const pixels = connected(start, marks, seen, width, height);
    const certainty = pixels.reduce((sum, at) => sum + (marks[at] as number), 0) / pixels.length;
    if (pixels.length >= MIN && certainty >= LINE) areas.push(areaOf(pixels, width));
  }
  return areas;
}

function connected(
  start: number,
  marks: Float32Array,
  seen: Uint8Array,
  width: number,
  height: number,
): number[] {
  const pixels = [start];
  seen[start] = 1;
  for (let next = 0; next < pixels.length; next += 1) {
    const at = pixels[next] as number;
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const other = row * width + column;
        if (seen[other] || (marks[other] as number) < TEXT) continue;
        seen[other] = 1;
        pixels.push(other);
      }
    }
  }
  return pixels;
}

function areaOf(pixels: number[], width: number): Area {
  let [left, right] = [width, 0];
  for (const at of pixels) {
    left = Math.min(left, at % width);
    right = Math.max(right, at % width);
  }
  const tops = Array.from({ length: right - left + 1 }, () => Infinity);
  const bottoms = tops.map(() => -Infinity);
  for (const at of pixels) {
    const [column, y] = [(at % width) - left, Math.floor(at / width)];
    tops[column] = Math.min(tops[column] as number, y);
    bottoms[column] = Math.max(bottoms[column] as number, y);
  }
  return { left, tops, bottoms, count: pixels.length };
}

/** @param across px of the page for one px of the area's picture, and `down` likewise @param isBent whether its ends may bend */
function lineOf(
  { left, tops, bottoms, count }: Area,
  across: number,
  down: number,
  isBent: boolean,
): TextLine {
  const width = tops.length;
  const thickness = count / width;
  const middles = tops.map((top, at) => (top + (bottoms[at] as number) + 1) / 2);
  const degree = width > 12 * thickness ? 2 : width > 3 * thickness ? 1 : 0;
  const { middle, bend } = fitCurve(middles, degree, isBent ? thickness : undefined);
  const edge = ((width * thickness) / (2 * (width + thickness))) * GROW;
  // The curve of the page in px, from the curve of the area: x = (column + left + 0.5) across.
  const [p, q, r] = middle;
  const shift = left + 0.5;
  const c = (r / (across * across)) * down;
  const b = ((q - 2 * r * shift) / across) * down;
  const a = (p - q * shift + r * shift * shift) * down;
  return {
    left: (left - edge) * across,
    right: (left + width + edge) * across,
    middle: [a, b, c],
    ...(bend && { bend: { ...bend, at: (bend.at + shift) * across, by: (bend.by * down) / across ** 2 } }),
    height: (thickness + 2 * edge) * down,
  };
}

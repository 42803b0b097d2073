import sharp from "sharp";
import { CUTTINGS_SIDE } from "../../../shared/files/files.ts";
import { lineOf, skewOfPage } from "./cutting.ts";
import { evenLight, isWhite, pictureOf } from "./even-light.ts";
import { encoded, inked } from "./few-greys.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf, type PageImage } from "./page-images.ts";
import type { Paper } from "./paper-file.ts";
import { findWords, type WordsOnLine } from "./words-on-line.ts";

/** The three words of a paper, which stand on one page. */
export interface PrintedWords {
  /** From 1. */
  page: number;
  /** Code, exam and year. */
  words: WordsOnLine[];
}

/** Ten pictures of a list are together at most 80 kB. */
export const MAX_CUTTINGS_BYTES = 8_000;
/** The width (px) of the page from which the words are cut. */
const PAGE_WIDTH = 2_000;
/** The greatest skew of a photo, in degrees. */
const PHOTO_SKEW = 15;
/** The space beside a cutting, in px. */
const SIDE = 10;
/** The largest height of a cutting, as a share of the picture. */
const HIGHEST = 0.27;
/** The grey of the lines between the cuttings. */
const SEPARATOR = 208;

/**
 * The code, the exam and the year of a paper as it prints them, one below the other, each as wide as the picture.
 * @returns undefined if they are not found on the page
 */
export async function threeCuttingsOf(
  paper: Paper,
  { page, words }: PrintedWords,
): Promise<PageImage | undefined> {
  if (page < 1 || page > paper.pages) return undefined;
  const drawn = await greyOf(paper.picture(page, PAGE_WIDTH));
  const lit = isWhite(drawn) ? drawn : await evenLight(drawn);
  const skew = await skewOfPage(lit, paper.image && PHOTO_SKEW);
  const cuttings: GreyPicture[] = [];
  for (const one of words) {
    const cutting = await cuttingOf(lit, one, skew);
    if (!cutting) return undefined;
    cuttings.push(cutting);
  }
  const bytes = await encoded(await stacked(cuttings), MAX_CUTTINGS_BYTES);
  return { bytes, type: "image/webp", width: CUTTINGS_SIDE, height: CUTTINGS_SIDE };
}

async function cuttingOf(
  page: GreyPicture,
  words: WordsOnLine,
  skew: number,
): Promise<GreyPicture | undefined> {
  const line = inked(await lineOf(page, words.box, skew));
  const place = findWords(line, words);
  if (!place) return undefined;
  const picture = pictureOf(line).extract(place);
  const [width, height] = [CUTTINGS_SIDE - 2 * SIDE, Math.round(HIGHEST * CUTTINGS_SIDE)];
  return greyOf(pictureOf(await greyOf(picture)).resize({ width, height, fit: "inside" }));
}

async function stacked(cuttings: GreyPicture[]): Promise<GreyPicture> {
  const free = CUTTINGS_SIDE - cuttings.reduce((sum, { height }) => sum + height, 0);
  const space = free / (2 * cuttings.length);
  let top = 0;
  const parts = cuttings.flatMap(({ data, width, height }, index) => {
    top += space;
    const raw = { width, height, channels: 1 as const };
    const at = {
      input: Buffer.from(data),
      raw,
      left: Math.round((CUTTINGS_SIDE - width) / 2),
      top: Math.round(top),
    };
    top += height + space;
    if (index === cuttings.length - 1) return [at];
    const line = {
      create: { width: CUTTINGS_SIDE, height: 1, channels: 3 as const, background: grey(SEPARATOR) },
    };
    return [at, { input: line, left: 0, top: Math.round(top) }];
  });
  const side = { width: CUTTINGS_SIDE, height: CUTTINGS_SIDE };
  return greyOf(sharp({ create: { ...side, channels: 3, background: "white" } }).composite(parts));
}

const grey = (value: number) => ({ r: value, g: value, b: value });

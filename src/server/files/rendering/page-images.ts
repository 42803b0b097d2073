import sharp, { type Sharp } from "sharp";
import { PAGE_WIDTHS, THUMBNAIL, THUMBNAIL_HEIGHT } from "../../../shared/files.ts";
import { contentOf, type GreyPicture } from "./page-content.ts";
import type { Paper } from "./paper-file.ts";

/** A page or picture as a WebP image. */
export interface PageImage {
  bytes: Uint8Array;
  type: "image/webp";
  /** The size in px. */
  width: number;
  height: number;
}

const SIZE = { width: THUMBNAIL, height: THUMBNAIL_HEIGHT };
export const MAX_THUMBNAIL_BYTES = 15_000;
/** The width (px) of the drawn page from which the thumbnail is cut. */
const DRAWN_WIDTH = 960;
/** The space around the content, in px of the drawn page. */
const PADDING = 16;
/** The smallest share of the page's width, so that a single word does not fill the thumbnail. */
const NARROWEST = 0.6;
const PAGE_QUALITY = 75;
/** Low, because phones load this image first and mobile data costs money; the text is still readable. */
const PHONE_QUALITY = 50;
const [, , PHONE_WIDTH] = PAGE_WIDTHS;
/** The steps are tried in this order until the thumbnail is small enough. Only noisy scans need blur. */
const STEPS: { quality: number; blur?: number }[] = [
  ...[85, 70, 55, 40, 25, 10].map((quality) => ({ quality })),
  { quality: 10, blur: 1.5 },
  { quality: 5, blur: 6 },
];

/** The head of page 1, which names the exam, without its margins; at most 15 kB. */
export async function thumbnailOf(paper: Paper): Promise<PageImage> {
  const page = await rawOf(paper.picture(1, DRAWN_WIDTH));
  const { data, info } = page;
  const box = contentOf(await greyOf(fromRaw(page)));
  const width = Math.min(info.width, Math.max(box.right - box.left + 2 * PADDING, info.width * NARROWEST));
  const left = Math.min(Math.max(0, (box.left + box.right - width) / 2), info.width - width);
  const top = Math.min(Math.max(0, box.top - PADDING), info.height - 1);
  const height = Math.min((width * SIZE.height) / SIZE.width, info.height - top);
  const head = await rawOf(
    fromRaw({ data, info })
      .extract({
        left: Math.floor(left),
        top,
        width: Math.max(1, Math.floor(width)),
        height: Math.max(1, Math.floor(height)),
      })
      .resize({ ...SIZE, fit: "contain", position: "top", background: "white" }),
  );
  return { bytes: await encodeSmall(head), type: "image/webp", ...SIZE };
}

/** @param width in px @returns undefined if the paper has no such page */
export async function pageImageOf(paper: Paper, page: number, width: number): Promise<PageImage | undefined> {
  if (page < 1 || page > paper.pages) return undefined;
  const { data, info } = await paper
    .picture(page, width)
    .webp({ quality: width <= PHONE_WIDTH ? PHONE_QUALITY : PAGE_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, type: "image/webp", width: info.width, height: info.height };
}

export async function greyOf(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await rawOf(picture.greyscale());
  return { data, width: info.width, height: info.height };
}

export type Raw = Awaited<ReturnType<typeof rawOf>>;

export function rawOf(picture: Sharp) {
  return picture.raw().toBuffer({ resolveWithObject: true });
}

export function fromRaw({ data, info }: Raw): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function encodeSmall(raw: Raw): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  for (const { quality, blur } of STEPS) {
    const picture = blur ? fromRaw(raw).blur(blur) : fromRaw(raw);
    bytes = new Uint8Array(await picture.webp({ quality }).toBuffer());
    if (bytes.length <= MAX_THUMBNAIL_BYTES) break;
  }
  return bytes;
}

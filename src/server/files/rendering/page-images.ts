import sharp, { type Sharp } from "sharp";
import { PAGE_WIDTHS } from "../../../shared/files/files.ts";
import type { GreyPicture } from "./page-content.ts";
import type { Paper } from "./paper-file.ts";

/** A page or picture as a WebP image. */
export interface PageImage {
  bytes: Uint8Array;
  type: "image/webp";
  /** The size in px. */
  width: number;
  height: number;
}

const PAGE_QUALITY = 75;
/** Low, because phones load this image first and mobile data costs money; the text is still readable. */
const PHONE_QUALITY = 50;
const [, , PHONE_WIDTH] = PAGE_WIDTHS;
/** @param width in px @returns undefined if the paper has no such page */
export async function pageImageOf(paper: Paper, page: number, width: number): Promise<PageImage | undefined> {
  if (page < 1 || page > paper.pages) return undefined;
  const { data, info } = await paper
    .picture(page, width)
    .webp({ quality: width <= PHONE_WIDTH ? PHONE_QUALITY : PAGE_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, type: "image/webp", width: info.width, height: info.height };
}

/** High, because recognition suffers from the traces of compression. */
const GREY_QUALITY = 92;

/**
 * A page as a grey JPEG for text recognition: a WebP image would take ten times the time.
 * @param width in px @returns undefined if the paper has no such page
 */
export async function greyPageOf(paper: Paper, page: number, width: number): Promise<Uint8Array | undefined> {
  if (page < 1 || page > paper.pages) return undefined;
  return paper.picture(page, width).greyscale().jpeg({ quality: GREY_QUALITY }).toBuffer();
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

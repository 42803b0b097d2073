import { MAX_PAPER_BYTES } from "../../../shared/file-limits.ts";
import { readFile, stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { MAX_PAPER_PIXELS, type PaperType } from "../../../shared/paper.ts";
import { stripWebp } from "./strip-webp.ts";
import { removePdfActions } from "./remove-pdf-actions.ts";
import { PaperRefused } from "./paper-refused.ts";
import { paperTypeOf } from "./paper-shape.ts";
import { openPdf } from "./pdf.ts";

/** A path that the server chose, or the bytes. */
export type PaperSource = string | Uint8Array;

/** The content of an image file. */
export interface Picture {
  bytes: Buffer;
  /** Whether the image is a WebP with only pixels: no metadata, colour profile or orientation. */
  hasNoMetadata: boolean;
  /** The size in px, as stored in the file, before rotation. */
  width: number;
  height: number;
  upright(): Sharp;
}

/** A file that the archive accepts as a paper. */
export interface Paper {
  type: PaperType;
  pages: number;
  /** The Exif orientation of an image, from 1 to 8; 1 for upright images and PDFs. */
  orientation: number;
  /** The image; undefined for PDFs. */
  image?: Picture;
  /**
   * Removes the actions of a PDF, see `removePdfActions`. Must run before a page is drawn. Undefined for
   * images.
   */
  withoutActions?: () => Promise<Buffer | undefined>;
  /**
   * Draws a page upright on white, without metadata such as place, time and camera.
   * @param page from 1
   * @param width in px; images are never enlarged
   */
  picture(page: number, width: number): Sharp;
  /** @param page from 1 @returns the page's text layer; "" for images */
  text(page: number): string;
}

/** @throws PaperRefused; other errors if a library fails */
export async function openPaper(source: PaperSource): Promise<Paper> {
  const bytes = typeof source === "string" ? await readPaper(source) : bufferOf(source);
  const type = await paperTypeOf(bytes);
  return type === "application/pdf" ? pdfPaper(bytes) : await imagePaper(bytes, type);
}

async function readPaper(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_PAPER_BYTES) throw new PaperRefused("file_too_large");
  return readFile(path);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

async function pdfPaper(bytes: Buffer): Promise<Paper> {
  const pdf = await openPdf(bytes);
  return {
    type: "application/pdf",
    pages: pdf.pages,
    orientation: 1,
    withoutActions: () => removePdfActions(bytes, pdf),
    picture(page, width) {
      const bitmap = pdf.draw(page, width);
      return sharp(bitmap.data, { raw: { width, height: bitmap.height, channels: 4 } }).removeAlpha();
    },
    text: pdf.text,
  };
}

async function imagePaper(bytes: Buffer, type: PaperType): Promise<Paper> {
  const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (facts.width * facts.height > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
  if ((facts.pages ?? 1) > 1) throw new PaperRefused("file_animated");
  const upright = () => sharp(bytes, { limitInputPixels: MAX_PAPER_PIXELS, failOn: "error" }).autoOrient();
  const { orientation = 1, icc } = facts;
  const hasNoMetadata =
    type === "image/webp" && !icc && orientation === 1 && stripWebp(bytes, orientation).equals(bytes);
  return {
    type,
    pages: 1,
    orientation,
    image: { bytes, hasNoMetadata, width: facts.width, height: facts.height, upright },
    picture: (_page, width) =>
      upright().resize({ width, withoutEnlargement: true }).flatten({ background: "white" }),
    text: () => "",
  };
}

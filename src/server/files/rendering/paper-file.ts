import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { readFile, stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import {
  type DocumentType,
  MAX_PAPER_PIXELS,
  type PaperType,
  type PictureType,
  type UploadType,
} from "../../../shared/files/paper.ts";
import { convertPicture } from "./convert-picture.ts";
import { documentTexts } from "./document-text.ts";
import { pdfStart } from "./pdf-shape.ts";
import { stripWebp } from "./strip-webp.ts";
import { removePdfActions } from "./remove-pdf-actions.ts";
import { PaperRefused } from "./paper-refused.ts";
import { paperTypeOf } from "./paper-shape.ts";
import { openPdf } from "./pdf.ts";
import type { PageLayer } from "./pdf-text.ts";

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
  /** The metadata of the uploaded picture. */
  exif?: Buffer | undefined;
  upright(): Sharp;
}

/** A file that the archive accepts as a paper. */
export interface Paper {
  /** The type of the bytes to store. */
  type: PaperType;
  /** How many pages can be drawn; 0 for a DOCX or PPTX. */
  pages: number;
  /** The Exif orientation of an image, from 1 to 8; 1 for upright images and PDFs. */
  orientation: number;
  /** The image; undefined for PDFs. */
  image?: Picture;
  /**
   * Makes the bytes to store instead of the uploaded ones: a PDF without its actions, or a converted picture. Must run
   * before a page is drawn. Undefined, or without a result, if the uploaded bytes can stay.
   */
  replacement?: () => Promise<Buffer | undefined>;
  /**
   * Draws a page upright on white, without metadata such as place, time and camera.
   * @param page from 1
   * @param width in px; images are never enlarged
   */
  picture(page: number, width: number): Sharp;
  /**
   * Copies a range of a PDF's pages. Must run before a page is drawn. Undefined for images.
   * @param first from 1
   */
  cut?: (first: number, last: number) => Buffer;
  /** The text layer of each page, without text for images; the text of a DOCX, or of each slide of a PPTX. */
  texts(): Iterable<PageLayer>;
}

/** @throws PaperRefused; other errors if a library fails */
export async function openPaper(source: PaperSource): Promise<Paper> {
  const bytes = typeof source === "string" ? await readPaper(source) : bufferOf(source);
  return paperOf(bytes, await paperTypeOf(bytes));
}

async function paperOf(bytes: Buffer, type: UploadType): Promise<Paper> {
  switch (type) {
    case "application/pdf":
      return pdfPaper(bytes);
    case "image/jpeg":
    case "image/png":
    case "image/webp":
      return imagePaper(bytes, type);
    case "image/heic":
    case "image/avif":
    case "image/tiff": {
      const converted = await convertPicture(bytes, type);
      const paper = await paperOf(converted.bytes, converted.type);
      const image = paper.image && { ...paper.image, exif: converted.exif };
      return { ...paper, ...(image && { image }), replacement: async () => converted.bytes };
    }
    default:
      return documentPaper(bytes, type);
  }
}

async function readPaper(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_PAPER_BYTES) throw new PaperRefused("file_too_large");
  return readFile(path);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

async function pdfPaper(given: Buffer): Promise<Paper> {
  const start = pdfStart(given);
  const bytes = given.subarray(start);
  const pdf = await openPdf(bytes);
  const isNeeded = start > 0 || pdf.isEncrypted;
  return {
    type: "application/pdf",
    pages: pdf.pages,
    orientation: 1,
    replacement: () => removePdfActions(bytes, pdf, { isNeeded }),
    picture(page, width) {
      const bitmap = pdf.draw(page, width);
      return sharp(bitmap.data, { raw: { width, height: bitmap.height, channels: 4 } }).removeAlpha();
    },
    cut: pdf.cut,
    *texts() {
      for (let page = 1; page <= pdf.pages; page += 1) yield pdf.text(page);
    },
  };
}

async function documentPaper(bytes: Buffer, type: DocumentType): Promise<Paper> {
  const texts = await documentTexts(bytes, type);
  return {
    type,
    pages: 0,
    orientation: 1,
    picture() {
      throw new PaperRefused("file_wrong_type");
    },
    texts: () => texts.map((text) => ({ text, boxes: [] })),
  };
}

async function imagePaper(bytes: Buffer, type: PictureType): Promise<Paper> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (metadata.width * metadata.height > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
  if ((metadata.pages ?? 1) > 1) throw new PaperRefused("file_animated");
  const upright = () => sharp(bytes, { limitInputPixels: MAX_PAPER_PIXELS, failOn: "error" }).autoOrient();
  const { orientation = 1, icc, exif } = metadata;
  const hasNoMetadata =
    type === "image/webp" && !icc && orientation === 1 && stripWebp(bytes, orientation).equals(bytes);
  return {
    type,
    pages: 1,
    orientation,
    image: { bytes, hasNoMetadata, width: metadata.width, height: metadata.height, exif, upright },
    picture: (_page, width) =>
      upright().resize({ width, withoutEnlargement: true }).flatten({ background: "white" }),
    texts: () => [{ text: "", boxes: [] }],
  };
}

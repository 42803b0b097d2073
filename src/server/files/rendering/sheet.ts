import sharp from "sharp";
import type { Jpeg } from "../../../shared/files/pdf-writer.ts";
import type { Picture } from "./paper-file.ts";

const QUALITY = 78;

/**
 * A photo as a page of a PDF: upright, turned as the person wants, in three colour channels.
 * @param turn clockwise, in degrees
 * @param side the longest side in px; a smaller photo keeps its size
 */
export async function sheetOf({ upright }: Picture, turn: number, side: number): Promise<Jpeg> {
  // Two steps, because sharp turns a picture only once.
  const { data, info } = await upright()
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const turned = await sharp(data, { raw: { width, height, channels } })
    .rotate(turn)
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes: turned.data, width: turned.info.width, height: turned.info.height };
}

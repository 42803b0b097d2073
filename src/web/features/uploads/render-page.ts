import { drawPage, readPhoto } from "./draw-page.ts";
import { croppedSize, type PageEdit, pageSize, scaled, type Size } from "./page-geometry.ts";
import type { Jpeg } from "../../../shared/files/pdf-writer.ts";

/** The file of a photo, and its edits. */
export interface PhotoPage extends PageEdit {
  file: Blob;
}

/** The largest size of a page, in bytes. Four pages of this size are smaller than 2 MB. */
const MAX_BYTES = 450_000;
/** The JPEG qualities to try, best first. Printed text is still legible at the last one. */
const QUALITIES = [0.75, 0.6, 0.45, 0.3];
/**
 * If a page is still too large, as with a grainy photo, its width and height are multiplied by this factor.
 * Below the smallest width, in px, nobody could read the page.
 */
const SHRINK = 0.75;
const MIN_WIDTH = 800;

/**
 * Turns a photo into a JPEG page with the best quality within the size limit.
 * @throws if the browser can't read or draw the photo
 */
export async function renderPage(photo: PhotoPage, isGrey: boolean): Promise<Jpeg> {
  const image = await readPhoto(photo.file);
  try {
    const full = pageSize(croppedSize(image, photo));
    for (let size = full; ; size = scaled(size, SHRINK)) {
      const canvas = canvasOf(size);
      const context = canvas.getContext("2d", {
        willReadFrequently: isGrey,
      }) as CanvasRenderingContext2D | null;
      if (!context) throw new Error("No canvas");
      drawPage(context, image, photo, size, isGrey);
      const bytes = await encodeWithin(canvas);
      if (bytes.length <= MAX_BYTES || size.width * SHRINK < MIN_WIDTH) return { bytes, ...size };
    }
  } finally {
    image.close();
  }
}

/** Encodes with the best quality that fits, or with the lowest quality if none fits. */
async function encodeWithin(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Uint8Array> {
  let blob = new Blob();
  for (const quality of QUALITIES) {
    blob = await encode(canvas, quality);
    if (blob.size <= MAX_BYTES) break;
  }
  return new Uint8Array(await blob.arrayBuffer());
}

/** Browsers before 2023 have no `OffscreenCanvas`. */
export const hasOffscreenCanvas = (): boolean => typeof OffscreenCanvas === "function";

function canvasOf({ width, height }: Size): HTMLCanvasElement | OffscreenCanvas {
  if (hasOffscreenCanvas()) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

function encode(canvas: HTMLCanvasElement | OffscreenCanvas, quality: number): Promise<Blob> {
  const type = "image/jpeg";
  if ("convertToBlob" in canvas) return canvas.convertToBlob({ type, quality });
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("No picture")));
    canvas.toBlob(done, type, quality);
  });
}

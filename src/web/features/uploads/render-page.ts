import { drawPage, readPhoto } from "./draw-page.ts";
import { croppedSize, type PageEdit, pageSize, scaled, type Size } from "./page-geometry.ts";
import type { Jpeg } from "./pdf-writer.ts";

/** A photo in its file, and its edits. */
export interface PhotoPage extends PageEdit {
  file: Blob;
}

/** Four pages stay below 2 MB. */
const MOST_BYTES = 450_000;
/** Qualities of JPEG, best first: print stays legible at the last. */
const QUALITIES = [0.75, 0.6, 0.45, 0.3];
/** If even that is too large, as with grain, the page gets smaller; below this many px nobody could read it. */
const SHRINK = 0.75;
const LEAST_WIDTH = 800;

/** Makes a photo a page as JPEG, as good as its bytes allow. @throws if the browser can't read or draw it */
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
      if (bytes.length <= MOST_BYTES || size.width * SHRINK < LEAST_WIDTH) return { bytes, ...size };
    }
  } finally {
    image.close();
  }
}

/** The best quality that fits; the lowest if none does. */
async function encodeWithin(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Uint8Array> {
  let blob = new Blob();
  for (const quality of QUALITIES) {
    blob = await encode(canvas, quality);
    if (blob.size <= MOST_BYTES) break;
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

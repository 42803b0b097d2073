import { croppedSize, type PageEdit, type Size, turnedSize } from "./page-geometry.ts";
import { stretchGrey } from "./stretch-grey.ts";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/**
 * Draws a photo as a page.
 * @param size the size of the page in px, already set on the canvas
 * @param isGrey see `stretchGrey`
 */
export function drawPage(
  context: Context,
  photo: ImageBitmap | HTMLCanvasElement,
  edit: PageEdit,
  { width, height }: Size,
  isGrey: boolean,
): void {
  const turned = turnedSize(photo, edit.turns);
  const left = croppedSize(photo, edit);
  context.imageSmoothingQuality = "high";
  context.setTransform(width / left.width, 0, 0, height / left.height, 0, 0);
  context.translate(-edit.crop.left * turned.width, -edit.crop.top * turned.height);
  // Rotates the photo around its middle.
  context.translate(turned.width / 2, turned.height / 2);
  context.rotate((edit.turns * Math.PI) / 2);
  context.drawImage(photo, -photo.width / 2, -photo.height / 2);
  if (!isGrey) return;
  const picture = context.getImageData(0, 0, width, height);
  stretchGrey(picture.data);
  context.putImageData(picture, 0, 0);
}

/**
 * Decodes a photo in the orientation of the camera.
 * @throws if the browser can't read the photo
 */
export function readPhoto(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: "from-image" });
}

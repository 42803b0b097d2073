import { drawPage, readPhoto } from "./draw-page.ts";
import { type Crop, type PageEdit, scaled, turnRight, WHOLE } from "./page-geometry.ts";

/** A photo that becomes a page. */
export interface Photo extends PageEdit {
  id: number;
  file: File;
  /** A small copy of the photo before rotation. Full-size pictures would fill a phone's memory. */
  preview: HTMLCanvasElement;
}

export type PhotosChange =
  | { do: "add"; photo: Photo }
  | { do: "move"; from: number; to: number }
  | { do: "turn"; index: number }
  | { do: "crop"; index: number; crop: Crop }
  | { do: "remove"; index: number }
  | { do: "clear" };

/** The longer side of the preview, in px. */
const PREVIEW = 800;
let lastId = 0;

/** Applies a change to the photos. They are in the order of the pages. */
export function changePhotos(photos: Photo[], change: PhotosChange): Photo[] {
  switch (change.do) {
    case "add":
      return [...photos, change.photo];
    case "move":
      return moved(photos, change.from, change.to);
    case "turn":
      return photos.map((photo, index) =>
        index === change.index ? { ...photo, ...turnRight(photo) } : photo,
      );
    case "crop":
      return photos.map((photo, index) => (index === change.index ? { ...photo, crop: change.crop } : photo));
    case "remove":
      return photos.filter((_, index) => index !== change.index);
    case "clear":
      return [];
  }
}

function moved(photos: Photo[], from: number, to: number): Photo[] {
  const [photo] = photos.slice(from, from + 1);
  if (!photo || to < 0 || to >= photos.length) return photos;
  const others = photos.filter((_, index) => index !== from);
  return [...others.slice(0, to), photo, ...others.slice(to)];
}

/** @throws if the browser can't read the photo */
export async function openPhoto(file: File): Promise<Photo> {
  const whole = await readPhoto(file);
  const size = scaled(whole, Math.min(1, PREVIEW / Math.max(whole.width, whole.height)));
  const preview = Object.assign(document.createElement("canvas"), size);
  const context = preview.getContext("2d", { willReadFrequently: true });
  if (context) drawPage(context, whole, { turns: 0, crop: WHOLE }, size, false);
  whole.close();
  return { id: (lastId += 1), file, preview, turns: 0, crop: WHOLE };
}

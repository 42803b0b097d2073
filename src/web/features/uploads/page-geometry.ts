/** A page's edges as the person moved them: the cut of the turned photo at each, from 0 to 1. */
export type Crop = Record<Edge, number>;
export type Edge = "top" | "right" | "bottom" | "left";

/** The edits that turn a photo into a page. */
export interface PageEdit {
  /** Quarters of a circle, clockwise. */
  turns: number;
  crop: Crop;
}

export interface Size {
  width: number;
  height: number;
}

export const EDGES = ["top", "right", "bottom", "left"] as const;
export const WHOLE: Crop = { top: 0, right: 0, bottom: 0, left: 0 };
/** The least distance between two edges. */
const LEAST = 0.1;
const OPPOSITE = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;

/** A4 at 200 dots per inch, in px: enough to read and to recognise text, and no more. */
const SHORT_SIDE = 1_654;
const LONG_SIDE = 2_339;

/** The edit after a quarter turn to the right, with the same part cut off. */
export function turnRight({ turns, crop }: PageEdit): PageEdit {
  const { top, right, bottom, left } = crop;
  return { turns: (turns + 1) % 4, crop: { top: left, right: top, bottom: right, left: bottom } };
}

/** @param cut from 0 to 1; as much as the opposite edge leaves @returns another crop */
export function moveEdge(crop: Crop, edge: Edge, cut: number): Crop {
  const most = Math.max(0, 1 - crop[OPPOSITE[edge]] - LEAST);
  return { ...crop, [edge]: Math.min(most, Math.max(0, cut)) };
}

/** The size of the turned photo. */
export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The size of the cropped photo, in its own px. */
export function croppedSize(photo: Size, { turns, crop }: PageEdit): Size {
  const { width, height } = turnedSize(photo, turns);
  return { width: width * (1 - crop.left - crop.right), height: height * (1 - crop.top - crop.bottom) };
}

/** The size of the stored page: never larger than the photo, nor than A4, upright or on its side. */
export function pageSize(size: Size): Size {
  const long = Math.max(size.width, size.height);
  const short = Math.min(size.width, size.height);
  return scaled(size, Math.min(1, SHORT_SIDE / short, LONG_SIDE / long));
}

/** Whole px, one at least. */
export function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

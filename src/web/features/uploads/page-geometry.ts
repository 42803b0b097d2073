/** How much is cut off at each edge of the rotated photo, as a fraction from 0 to 1. */
export type Crop = Record<Edge, number>;
export type Edge = "top" | "right" | "bottom" | "left";

/** The edits that turn a photo into a page. */
export interface PageEdit {
  /** Quarter turns clockwise. */
  turns: number;
  crop: Crop;
}

export interface Size {
  width: number;
  height: number;
}

export const EDGES = ["top", "right", "bottom", "left"] as const;
export const WHOLE: Crop = { top: 0, right: 0, bottom: 0, left: 0 };
/** The smallest distance between two opposite edges, as a fraction. */
const MIN = 0.1;
const OPPOSITE = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;

/** A4 at 200 dots per inch, in px. This is enough for people and for text recognition. */
const SHORT_SIDE = 1_654;
const LONG_SIDE = 2_339;

/** The edit after a quarter turn to the right. The same part of the photo stays cut off. */
export function turnRight({ turns, crop }: PageEdit): PageEdit {
  const { top, right, bottom, left } = crop;
  return { turns: (turns + 1) % 4, crop: { top: left, right: top, bottom: right, left: bottom } };
}

/**
 * Moves an edge.
 * @param cut the new cut, from 0 to 1; limited by the opposite edge
 * @returns the new crop
 */
export function moveEdge(crop: Crop, edge: Edge, cut: number): Crop {
  const most = Math.max(0, 1 - crop[OPPOSITE[edge]] - MIN);
  return { ...crop, [edge]: Math.min(most, Math.max(0, cut)) };
}

/** The size of the rotated photo. */
export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The size of the cropped photo, in pixels of the photo. */
export function croppedSize(photo: Size, { turns, crop }: PageEdit): Size {
  const { width, height } = turnedSize(photo, turns);
  return { width: width * (1 - crop.left - crop.right), height: height * (1 - crop.top - crop.bottom) };
}

/** The size of the stored page: at most the size of the photo, and at most A4 in portrait or landscape. */
export function pageSize(size: Size): Size {
  const long = Math.max(size.width, size.height);
  const short = Math.min(size.width, size.height);
  return scaled(size, Math.min(1, SHORT_SIDE / short, LONG_SIDE / long));
}

/** Rounds to whole pixels; at least 1. */
export function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The place of a line on its page, as fractions of the width and height of the page's image. */
export type LineBox = [left: number, top: number, width: number, height: number];

/** The places of later lines of a page are not stored. A full page has 60 lines. */
export const MAX_LINES = 400;

/** The edges of a line. The unit is that of the page's size. */
export interface LineEdges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Fractions have four digits: a line of 1,000 px is placed to a tenth of a pixel. */
const DIGITS = 10_000;

/**
 * The part of a line that is on its page.
 * @param page the size of the page, in the unit of the edges
 * @returns null if no part of the line is on the page
 */
export function lineBox(
  { left, top, right, bottom }: LineEdges,
  page: { width: number; height: number },
): LineBox | null {
  const share = (at: number, size: number) =>
    Math.round(Math.min(1, Math.max(0, at / size)) * DIGITS) / DIGITS;
  const [x, y] = [share(left, page.width), share(top, page.height)];
  const length = (from: number, to: number) => Math.round((to - from) * DIGITS) / DIGITS;
  const [width, height] = [length(x, share(right, page.width)), length(y, share(bottom, page.height))];
  // A comparison with NaN is false, so an unknown edge gives null.
  return width > 0 && height > 0 ? [x, y, width, height] : null;
}

export interface GreyPicture {
  /** One byte per pixel, 0 for black, row by row. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** A pixel is ink if it is darker than the paper by at least this value (grey from 0 to 255). */
const INK = 64;
/**
 * The limit for a page that was converted to black on white, where shadows at the edges are as dark as faint
 * ink.
 */
export const PLAIN_INK = 112;
/** A row or column with a smaller share of ink contains only dust. */
const DUST = 0.004;

/** Edges in px; `right` and `bottom` are exclusive. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The part of a page inside its margins; the whole page if it is blank.
 * @param ink how much darker than the paper a pixel of ink is, from 0 to 255
 */
export function contentOf({ data, width, height }: GreyPicture, ink = INK): Box {
  const dark = medianOf(data) - ink;
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if ((data[row * width + column] as number) < dark) {
        rows[row] = (rows[row] as number) + 1;
        columns[column] = (columns[column] as number) + 1;
      }
  const inRow = (count: number) => count > width * DUST;
  const inColumn = (count: number) => count > height * DUST;
  const [top, bottom] = [rows.findIndex(inRow), rows.findLastIndex(inRow) + 1];
  const [left, right] = [columns.findIndex(inColumn), columns.findLastIndex(inColumn) + 1];
  if (top < 0 || left < 0) return { left: 0, top: 0, right: width, bottom: height };
  return { left, top, right, bottom };
}

/** Most pixels are paper, so the median is the colour of the paper. */
function medianOf(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] as number) + 1;
  let seen = 0;
  return counts.findIndex((count) => (seen += count) * 2 >= data.length);
}

import { quantileOf } from "./quantile.ts";

export interface GreyPicture {
  /** One byte per pixel, 0 for black, row by row. */
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * A pixel of a page that was made black on white is ink if it is darker than the paper by at least this value (grey
 * from 0 to 255). Shadows at the edges are as dark as faint ink.
 */
const INK = 112;
/** A row or column with a smaller share of ink contains only dust. */
const DUST = 0.004;

/** Edges in px; `right` and `bottom` are exclusive. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of a page inside its margins; the whole page if it is blank. */
export function contentOf({ data, width, height }: GreyPicture): Box {
  const dark = quantileOf(data, 0.5) - INK;
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

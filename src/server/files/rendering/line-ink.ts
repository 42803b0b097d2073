import type { GreyPicture } from "./page-content.ts";

/** A darker pixel is ink, on a picture with black ink and white paper. */
const INK = 150;
/** A longer stroke, in heights of the line, is a rule. The bar above a Bangla word is as long as the word. */
const [RULE, BANGLA_RULE] = [2, 8];
/** The bar of Bangla letters is between these shares of the height. */
const [ABOVE_BAR, BELOW_BAR] = [0.18, 0.6];
/** A thin shape, in heights of the line, is a rule that is not straight. It fills little of its box. */
const [LONG, THIN, SPARSE] = [1.5, 0.14, 0.2];
/** A higher and narrower shape, in heights of the line, is the border of a cell. */
const [TALL, NARROW] = [0.92, 0.15];
/** A shape at the upper or lower edge that ends before this share of the height belongs to another line. */
const OTHER_LINE = 0.3;
/** The space above and below the letters, as a share of the height. */
const SPACE = 0.13;

/** The ink of a line; 1 for ink. */
export interface LineInk {
  cells: Uint8Array;
  width: number;
  height: number;
}

/**
 * The ink of the words of a line, without rules, borders of cells, and letters of the lines above and below.
 * @param line level, with black ink on white paper
 */
export function inkOfLine({ data, width, height }: GreyPicture, isBangla: boolean): LineInk {
  const ink = { cells: Uint8Array.from(data, (value) => (value < INK ? 1 : 0)), width, height };
  removeStrokes(ink, isBangla);
  const { cells } = ink;
  const seen = new Uint8Array(cells);
  for (let start = 0; start < seen.length; start += 1) {
    if (!seen[start]) continue;
    const shape = shapeAt(seen, start, ink);
    if (isForeign(shape, ink, isBangla)) for (const cell of shape.cells) cells[cell] = 0;
  }
  return ink;
}

function removeStrokes({ cells, width, height }: LineInk, isBangla: boolean): void {
  for (let row = 0; row < height; row += 1) {
    const isBar = isBangla && row > height * ABOVE_BAR && row < height * BELOW_BAR;
    const rule = height * (isBar ? BANGLA_RULE : RULE);
    let start = 0;
    for (let column = 0; column <= width; column += 1) {
      if (column < width && cells[row * width + column]) continue;
      if (column - start > rule) cells.fill(0, row * width + start, row * width + column);
      start = column + 1;
    }
  }
}

interface Shape {
  cells: number[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Takes a shape of connected pixels, also by their corners, out of `seen`. */
function shapeAt(seen: Uint8Array, start: number, { width, height }: LineInk): Shape {
  const shape: Shape = { cells: [start], left: width, right: 0, top: height, bottom: 0 };
  seen[start] = 0;
  for (const cell of shape.cells) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    shape.left = Math.min(shape.left, x);
    shape.right = Math.max(shape.right, x);
    shape.top = Math.min(shape.top, y);
    shape.bottom = Math.max(shape.bottom, y);
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const near = row * width + column;
        if (!seen[near]) continue;
        seen[near] = 0;
        shape.cells.push(near);
      }
  }
  return shape;
}

function isForeign(
  { cells, left, right, top, bottom }: Shape,
  { height }: LineInk,
  isBangla: boolean,
): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  if (bottom < SPACE * height || top > (1 - SPACE) * height) return true;
  const isBar = isBangla && bottom > height * ABOVE_BAR && top < height * BELOW_BAR;
  if (wide > LONG * height && !isBar && (high < THIN * height || cells.length < SPARSE * wide * high))
    return true;
  if (high > TALL * height && wide < NARROW * height) return true;
  const isAbove = top === 0 && bottom < OTHER_LINE * height;
  return isAbove || (bottom === height - 1 && top > (1 - OTHER_LINE) * height);
}

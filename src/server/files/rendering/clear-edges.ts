import { pictureOf } from "./even-light.ts";
import type { GreyPicture } from "./page-content.ts";
import { greyOf } from "./page-images.ts";

/** The width (px) of the picture in which shapes are found: the words of a line join, but not the lines. */
const SMALL = 300;
/** A darker pixel of the small picture is part of a shape. The edge of a sheet on a photo is fainter than text. */
const [INK, PHOTO_INK] = [200, 212];
/** Shares of the page's height and width. */
const TALL = 0.25;
const TALL_AT_BORDER = 0.1;
const NARROW = 0.08;
const WIDE = 0.5;
/** The part of its box that a shape fills. A bent line fills less, and a paragraph more. */
const SPARSE = 0.12;

interface Shape {
  cells: number[];
  width: number;
  height: number;
  isAtBorder: boolean;
}

/**
 * Paints over what is not text on a scan or photo: the shadow of a gutter, a fold from top to bottom, and the edges of
 * a sheet. Words that touch them disappear too, so the result only shows where the text is.
 * @param page on white paper
 * @param isPhoto whether there is a table around the sheet, so that no text is at the border
 */
export async function clearEdges(page: GreyPicture, isPhoto: boolean): Promise<GreyPicture> {
  const small = await greyOf(pictureOf(page).resize({ width: SMALL }));
  const mask = new Uint8Array(small.data.length);
  let isClear = true;
  for (const shape of shapesOf(small, isPhoto ? PHOTO_INK : INK)) {
    if (!isEdge(shape, small, isPhoto)) continue;
    isClear = false;
    for (const cell of shape.cells) mask[cell] = 255;
  }
  if (isClear) return page;
  const { width, height } = page;
  // The blur widens the mask, because the faint border of a shape is not part of it.
  const wide = pictureOf({ ...small, data: mask }).blur(1.2);
  const cover = await greyOf(wide.resize({ width, height, fit: "fill", kernel: "linear" }));
  const data = page.data.map((value, at) => ((cover.data[at] as number) > 25 ? 255 : value));
  return { data, width, height };
}

function isEdge({ cells, width, height, isAtBorder }: Shape, page: GreyPicture, isPhoto: boolean): boolean {
  if (isAtBorder && (isPhoto || height > TALL_AT_BORDER * page.height || width > WIDE * page.width))
    return true;
  const isThin = width < NARROW * page.width || cells.length < SPARSE * width * height;
  return height > TALL * page.height && isThin;
}

/** Connected pixels of ink, also by their corners. */
function shapesOf({ data, width, height }: GreyPicture, ink: number): Shape[] {
  const isNew = Uint8Array.from(data, (value) => (value < ink ? 1 : 0));
  const shapes: Shape[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (!isNew[start]) continue;
    const cells = [start];
    isNew[start] = 0;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let next = 0; next < cells.length; next += 1) {
      const cell = cells[next] as number;
      const [x, y] = [cell % width, Math.floor(cell / width)];
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x),
        Math.min(top, y),
        Math.max(bottom, y),
      ];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if (!isNew[near]) continue;
          isNew[near] = 0;
          cells.push(near);
        }
    }
    const isAtBorder = left === 0 || top === 0 || right === width - 1 || bottom === height - 1;
    shapes.push({ cells, width: right - left + 1, height: bottom - top + 1, isAtBorder });
  }
  return shapes;
}

import type { GreyPicture } from "./page-content.ts";

/** A pixel of a page on white paper that is darker than this is ink. */
const INK = 165;
/** This share of the ink may lie outside: dust, a finger, and the edge of the next page. */
const OUTSIDE = 0.004;
/** The space around the content, as a share of the page's width. */
const PADDING = 0.018;
/** The smallest share of the page's width, so that a single word does not fill the thumbnail. */
const NARROWEST = 0.4;
/** The part of the width where the gutter of an open booklet is, and its smallest width; shares of the content's width. */
const [GUTTER_FROM, GUTTER_TO, GUTTER] = [0.35, 0.65, 0.015];
/** A column with a smaller share of the ink of an average column is empty. */
const EMPTY = 0.12;
/** The last line ends in the lower part of the head, which is this share of its height. */
const LAST_LINE = 0.5;
/** How often the width is measured again for the lines that fit. */
const ROUNDS = 3;

/**
 * Finds the head of a page: as many of its first lines as fit, without the margins beside them. Of an open booklet with two
 * pages, it is the head of the left page.
 * @param page level, on white paper
 * @param text the page without folds and edges; words that touch a fold are missing
 * @param ratio of height to width of the part
 * @returns a part of the page in px, not higher than the ratio
 */
export function headOf(page: GreyPicture, text: GreyPicture, ratio: number) {
  const { columns, rows } = inkOf(text, { left: 0, right: text.width, top: 0, bottom: text.height });
  const [start, edge] = edgesOf(columns);
  const [top, bottom] = edgesOf(rows);
  const whole = { left: 0, right: page.width, top: 0, bottom: page.height };
  const gutter = edge - start > bottom - top ? gutterOf(inkOf(page, whole).columns, start, edge) : undefined;
  const padding = page.width * PADDING;
  const above = Math.min(Math.max(0, top - padding), page.height - 1);
  let [left, right, end] = [start, gutter ?? edge, bottom];
  const widthOf = () => {
    const narrowest = gutter === undefined ? page.width * NARROWEST : 0;
    return Math.min(page.width, Math.max(right - left + 2 * padding, narrowest));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const limit = Math.min(page.height, above + widthOf() * ratio);
    const part = inkOf(text, { left: start, right: gutter ?? edge, top, bottom: Math.ceil(limit) });
    end = lastLineEnd(part.rows, top, limit - top);
    const lines = inkOf(text, { left: start, right: gutter ?? edge, top, bottom: end }).columns;
    const [from, to] = edgesOf(lines);
    [left, right] = [start + from, start + to];
  }
  const width = widthOf();
  const from = Math.min(Math.max(0, (left + right - width) / 2), page.width - width);
  const height = Math.min(width * ratio, end - above, page.height - above);
  const [x, y] = [Math.floor(from), Math.floor(above)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(Math.round(width), page.width - x)),
    height: Math.max(1, Math.min(Math.round(height), page.height - y)),
  };
}

/** The row below the last line that fits: the lowest one with the least ink. @param height of the head in px */
function lastLineEnd(rows: Uint32Array, top: number, height: number): number {
  const [first, last] = [Math.floor(height * LAST_LINE), Math.min(rows.length, Math.floor(height)) - 1];
  let best = last;
  for (let row = last; row >= first; row -= 1) if ((rows[row] as number) < (rows[best] as number)) best = row;
  return top + best + 1;
}

interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The pixels with ink in each column and row of a part. */
function inkOf({ data, width, height }: GreyPicture, part: Part) {
  const [right, bottom] = [Math.min(width, part.right), Math.min(height, part.bottom)];
  const columns = new Uint32Array(Math.max(1, right - part.left));
  const rows = new Uint32Array(Math.max(1, bottom - part.top));
  for (let row = part.top; row < bottom; row += 1)
    for (let column = part.left; column < right; column += 1) {
      if ((data[row * width + column] as number) >= INK) continue;
      columns[column - part.left] = (columns[column - part.left] as number) + 1;
      rows[row - part.top] = (rows[row - part.top] as number) + 1;
    }
  return { columns, rows };
}

/** The first pixel of the content, and the first after it. The whole page if it has no ink. */
function edgesOf(ink: Uint32Array): [from: number, to: number] {
  const total = ink.reduce((sum, count) => sum + count, 0);
  if (total === 0) return [0, ink.length];
  const enough = total * OUTSIDE;
  let seen = 0;
  const from = ink.findIndex((count) => (seen += count) > enough);
  seen = 0;
  const to = ink.findLastIndex((count) => (seen += count) > enough) + 1;
  return [from, Math.max(from + 1, to)];
}

/** The column where the gutter between two pages begins; undefined if there is only one page. */
function gutterOf(columns: Uint32Array, left: number, right: number): number | undefined {
  const width = right - left;
  const total = columns.subarray(left, right).reduce((sum, count) => sum + count, 0);
  const most = (total / width) * EMPTY;
  const [first, last] = [Math.round(left + width * GUTTER_FROM), Math.round(left + width * GUTTER_TO)];
  let empty = 0;
  for (let column = first; column <= last; column += 1) {
    empty = (columns[column] as number) <= most ? empty + 1 : 0;
    if (empty >= width * GUTTER) return column - empty + 1;
  }
  return undefined;
}

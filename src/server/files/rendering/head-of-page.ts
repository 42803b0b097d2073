import type { GreyPicture } from "./page-content.ts";

/** A pixel of a page on white paper that is darker than this is ink. */
const INK = 165;
/** This share of the ink may lie outside: dust, a finger, and the edge of the next page. */
const OUTSIDE = 0.004;
/** The space around the content, as a share of the page's width. */
const PADDING = 0.012;
/** The smallest share of the page's width, so that a single word does not fill the thumbnail. */
const NARROWEST = 0.6;
/** The part of the width where the gutter of an open booklet is, and its smallest width; shares of the content's width. */
const [GUTTER_FROM, GUTTER_TO, GUTTER] = [0.35, 0.65, 0.015];
/** A column with a smaller share of the ink of an average column is empty. */
const EMPTY = 0.12;

/**
 * Finds the head of a page. Of an open booklet with two pages, it is the head of the left page.
 * @param page level, on white paper
 * @param text the page without folds and edges; words that touch a fold are missing
 * @param ratio of height to width of the part
 * @returns a part of the page in px
 */
export function headOf(page: GreyPicture, text: GreyPicture, ratio: number) {
  const { columns, rows } = inkOf(text);
  const [left, edge] = edgesOf(columns);
  const [top, bottom] = edgesOf(rows);
  const gutter = edge - left > bottom - top ? gutterOf(inkOf(page).columns, left, edge) : undefined;
  const right = gutter ?? edge;
  const padding = page.width * PADDING;
  const narrowest = gutter === undefined ? page.width * NARROWEST : 0;
  const width = Math.min(page.width, Math.max(right - left + 2 * padding, narrowest));
  const from = Math.min(Math.max(0, (left + right - width) / 2), page.width - width);
  const above = Math.min(Math.max(0, top - padding), page.height - 1);
  const height = Math.min(width * ratio, page.height - above);
  const [x, y] = [Math.floor(from), Math.floor(above)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(Math.round(width), page.width - x)),
    height: Math.max(1, Math.min(Math.round(height), page.height - y)),
  };
}

function inkOf({ data, width, height }: GreyPicture) {
  const [columns, rows] = [new Uint32Array(width), new Uint32Array(height)];
  data.forEach((value, at) => {
    if (value >= INK) return;
    const [column, row] = [at % width, Math.floor(at / width)];
    columns[column] = (columns[column] as number) + 1;
    rows[row] = (rows[row] as number) + 1;
  });
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

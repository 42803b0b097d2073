import { contentOf, type GreyPicture } from "./page-content.ts";
import { shrink } from "./shrink.ts";

/** The columns separate the words of a line, and the rows separate the lines of a page. */
const COLUMNS = 16;
const ROWS = 64;
const LEVELS = 15;
/** Pages are compared band by band, because different papers from one template have the same head. */
const BANDS = 8;
const BAND_CELLS = (COLUMNS * ROWS) / BANDS;
/** A share of the contrast of the whole page. A band below it on both pages is not compared. */
const FAINT = 0.02;
/** The lowest similarity of a matching band: 1 means ink at the same places, 0 means no correlation. */
const ALIKE = 0.8;

/**
 * The positions of ink on a page, finer than its difference hash.
 * @param page with level lines
 * @returns a hex digit for each of 16 × 64 cells inside the margins: 0 for the cell with the least ink, f for
 * the most
 */
export function pagePrint(page: GreyPicture): string {
  const ink = shrink(page, contentOf(page), COLUMNS, ROWS).map((grey) => 255 - grey);
  const [least, most] = [Math.min(...ink), Math.max(...ink)];
  const span = Math.max(1, most - least);
  return Array.from(ink, (value) => Math.round(((value - least) / span) * LEVELS).toString(16)).join("");
}

/**
 * Whether two prints show the same page, which means that every band is similar. An empty page matches no
 * page.
 */
export function isSamePrint(one: string, other: string): boolean {
  const [a, b] = [reliefOf(one), reliefOf(other)];
  const [wholeA, wholeB] = [product(a, a), product(b, b)];
  if (wholeA === 0 || wholeB === 0) return false;
  return Array.from({ length: BANDS }, (_none, band) => band * BAND_CELLS).every((start) => {
    const [partA, partB] = [a.slice(start, start + BAND_CELLS), b.slice(start, start + BAND_CELLS)];
    const [inkA, inkB] = [product(partA, partA), product(partB, partB)];
    if (inkA < FAINT * wholeA && inkB < FAINT * wholeB) return true;
    return product(partA, partB) >= ALIKE * Math.sqrt(inkA * inkB) && inkA > 0 && inkB > 0;
  });
}

/** Whether the page is empty. */
export const isEmptyPrint = (print: string | null): boolean => print !== null && /^0*$/.test(print);

/**
 * The difference between each cell and the mean of its row. This removes the pattern of lines, which every
 * paper has.
 */
function reliefOf(print: string): number[] {
  const levels = Array.from(print, (digit) => Number.parseInt(digit, 16));
  return levels.map((level, cell) => {
    const start = cell - (cell % COLUMNS);
    const row = levels.slice(start, start + COLUMNS);
    return level - row.reduce((sum, value) => sum + value, 0) / COLUMNS;
  });
}

function product(one: number[], other: number[]): number {
  return one.reduce((sum, value, cell) => sum + value * (other[cell] ?? 0), 0);
}

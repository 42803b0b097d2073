import { contentOf, PLAIN_INK, type GreyPicture } from "./page-content.ts";
import { shrink } from "./shrink.ts";

/** Columns tell the words of a line, rows the lines of a page. */
const COLUMNS = 16;
const ROWS = 64;
const LEVELS = 15;
/** Stretches of a page, compared one by one: papers of one template share only their head. */
const BANDS = 8;
const BAND_CELLS = (COLUMNS * ROWS) / BANDS;
/** Of the ink of the whole page: a stretch with less on both pages says nothing. */
const FAINT = 0.02;
/** How much alike the stretch that differs most may be at least: 1 is the same ink at the same places, 0 any other. */
const ALIKE = 0.8;

/**
 * The places of ink on a page, finer than its difference hash.
 * @param page with level lines
 * @returns a hex digit for each of 16 × 64 cells inside the margins, from no ink to the most ink of any cell
 */
export function pagePrint(page: GreyPicture): string {
  const ink = shrink(page, contentOf(page, PLAIN_INK), COLUMNS, ROWS).map((grey) => 255 - grey);
  const [least, most] = [Math.min(...ink), Math.max(...ink)];
  const span = Math.max(1, most - least);
  return Array.from(ink, (value) => Math.round(((value - least) / span) * LEVELS).toString(16)).join("");
}

/** Whether two prints are of one page: alike in each stretch. An empty page is like no other. */
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

/** Whether a page had nothing on it. */
export const isEmptyPrint = (print: string | null): boolean => print !== null && /^0*$/.test(print);

/** How far each cell is from the mean of its row: that there are lines at all is the same on every paper. */
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

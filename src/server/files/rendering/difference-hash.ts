import { contentOf, type GreyPicture } from "./page-content.ts";
import { shrink } from "./shrink.ts";

const SIZE = 16;
/** The limit for near duplicates: pages that differ in more of the 256 bits are different papers. */
export const NEAR_DUPLICATE_BITS = 51;
/**
 * A page with less contrast between its cells is empty, and stretching the contrast would only amplify noise.
 */
const FAINT = 16;
/** A smaller step between two cells (grey from 0 to 255) is scanner noise. */
const NOISE = 2;

/**
 * A fingerprint of a page; two scans with a different size, brightness or margin have similar fingerprints. A
 * fingerprint has 16 × 16 bits; each bit says whether a cell is brighter than the cell to its right. See
 * https://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html
 * @returns 64 hex digits
 */
export function differenceHash(picture: GreyPicture): string {
  const cells = shrink(picture, contentOf(picture), SIZE + 1, SIZE);
  const lowest = Math.min(...cells);
  const span = Math.max(...cells, lowest + FAINT) - lowest;
  const level = (row: number, column: number) =>
    (((cells[row * (SIZE + 1) + column] as number) - lowest) * 255) / span;
  let hex = "";
  for (let bit = 0; bit < SIZE * SIZE; bit += 4) {
    let digit = 0;
    for (let next = bit; next < bit + 4; next += 1) {
      const [row, column] = [Math.floor(next / SIZE), next % SIZE];
      digit = digit * 2 + Number(level(row, column) > level(row, column + 1) + NOISE);
    }
    hex += digit.toString(16);
  }
  return hex;
}

/** @returns the number of different bits, from 0 to 256 */
export function hashDistance(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}

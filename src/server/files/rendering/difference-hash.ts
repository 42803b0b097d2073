import { contentOf, PLAIN_INK, type GreyPicture } from "./page-content.ts";
import { shrink } from "./shrink.ts";

const SIZE = 16;
/** Of 256 bits: pages that differ in more are different papers. */
export const NEAR_DUPLICATE_BITS = 51;
/** A page whose cells differ less than so much is empty; its noise is not to be stretched to a picture. */
const FAINT = 16;
/** Smaller steps between two cells, of 255, are noise of a scan. */
const NOISE = 2;

/**
 * A fingerprint of a page that survives another scan, size, brightness and margin: 16 × 16 bits, each telling whether
 * a cell is brighter than its right neighbour. See https://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html
 * @returns 64 hex digits
 */
export function differenceHash(picture: GreyPicture): string {
  const cells = shrink(picture, contentOf(picture, PLAIN_INK), SIZE + 1, SIZE);
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

/** @returns in how many of 256 bits two fingerprints differ */
export function hashDistance(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}

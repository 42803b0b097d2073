import type { GreyPicture } from "./paper-light.ts";

/** The greatest skew that is considered, in degrees: paper placed by hand is rarely more crooked. */
const MOST = 5;
const STEP = 0.2;
/** The grey limit for ink on a page with even white paper. */
const INK = 150;

/**
 * The angle of a page's lines. At the correct angle, rows full of ink and empty rows alternate, so
 * neighbouring rows differ most.
 * @param picture a few hundred px wide, on white paper
 * @returns degrees from -5 to 5, clockwise positive; 0 for a page without ink
 */
export function skewOf({ data, width, height }: GreyPicture): number {
  const [columns, rows] = inkOf(data, width);
  let best = { angle: 0, score: 0 };
  for (let step = -MOST / STEP; step <= MOST / STEP; step += 1) {
    const angle = step * STEP;
    const slope = Math.tan((angle * Math.PI) / 180);
    const profile = new Uint32Array(height + 2 * width);
    for (let index = 0; index < rows.length; index += 1) {
      const row = Math.round((rows[index] as number) - (columns[index] as number) * slope) + width;
      profile[row] = (profile[row] ?? 0) + 1;
    }
    const score = differences(profile);
    if (score > best.score) best = { angle, score };
  }
  return best.angle;
}

function inkOf(data: Uint8Array, width: number): [columns: number[], rows: number[]] {
  const columns: number[] = [];
  const rows: number[] = [];
  data.forEach((value, at) => {
    if (value >= INK) return;
    columns.push(at % width);
    rows.push(Math.floor(at / width));
  });
  return [columns, rows];
}

/** The sum of squared differences of neighbouring rows: it is high if full rows are next to empty rows. */
function differences(profile: Uint32Array): number {
  let sum = 0;
  for (let row = 1; row < profile.length; row += 1) {
    sum += ((profile[row] as number) - (profile[row - 1] as number)) ** 2;
  }
  return sum;
}

import type { GreyPicture } from "./paper-light.ts";

/** The greatest skew of paper that a person laid down, in degrees. */
const MOST = 5;
const STEP = 0.2;
/** On a page that was made evenly white, ink is darker than this. */
const INK = 150;

/**
 * How crooked the lines of a page are. Along its lines a page has rows full of ink and rows without; the angle at
 * which rows differ most is the angle of the lines.
 * @param picture a few hundred px wide, its paper white
 * @returns degrees, clockwise positive, at most 5 either way; 0 for a page without ink
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

/** The sum of squared differences of neighbours: great where full rows meet empty ones. */
function differences(profile: Uint32Array): number {
  let sum = 0;
  for (let row = 1; row < profile.length; row += 1) {
    sum += ((profile[row] as number) - (profile[row - 1] as number)) ** 2;
  }
  return sum;
}

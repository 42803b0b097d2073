import type { GreyPicture } from "./paper-light.ts";

/** The greatest skew that is considered, in degrees: paper placed by hand is rarely more crooked. */
const MAX = 5;
const STEP = 0.2;
/** Tables have vertical lines too, so the columns must alternate much more. */
const ON_SIDE = 2;
/** The grey limit for ink on a page with even white paper. */
const INK = 150;

/**
 * The angle of a page's lines. At the correct angle, rows full of ink and empty rows alternate, so
 * neighbouring rows differ most.
 * @param picture a few hundred px wide, on white paper
 * @param most the greatest skew, in degrees
 * @returns degrees, clockwise positive; 0 for a page without ink
 */
export function skewOf(picture: GreyPicture, most = MAX): number {
  return bestAngle(picture, most).angle;
}

/**
 * Finds the direction of a page's lines. On a page that lies on its side, the columns alternate more than the rows.
 * @param picture as for `skewOf`
 * @returns the skew in degrees, of a page on its side as if it were turned by 90° clockwise
 */
export function linesOf(picture: GreyPicture): { angle: number; isOnSide: boolean } {
  const upright = bestAngle(picture, MAX);
  const onSide = bestAngle(turnedRight(picture), MAX);
  const isOnSide = onSide.score > ON_SIDE * upright.score;
  return { angle: isOnSide ? onSide.angle : upright.angle, isOnSide };
}

function turnedRight({ data, width, height }: GreyPicture): GreyPicture {
  const turned = data.map((_value, at) => {
    const [column, row] = [at % height, Math.floor(at / height)];
    return data[(height - 1 - column) * width + row] as number;
  });
  return { data: turned, width: height, height: width };
}

function bestAngle({ data, width, height }: GreyPicture, most: number): { angle: number; score: number } {
  const [columns, rows] = inkOf(data, width);
  let best = { angle: 0, score: 0 };
  for (let step = -most / STEP; step <= most / STEP; step += 1) {
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
  return best;
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

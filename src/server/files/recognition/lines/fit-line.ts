/** The middle of a line: y = a + b x + c x², and near one end `by` (at - x)² more, because paper bends sharply in a fold. */
export interface Curve {
  middle: readonly [a: number, b: number, c: number];
  bend?: Bend;
}

export interface Bend {
  /** Where the bend begins. */
  at: number;
  by: number;
  side: "left" | "right";
}

/** The parts of a line that can be bent. */
const PARTS = [0.12, 0.25, 0.4];
/** A bend must make the errors smaller than this factor, and there must be some: a share of the line's thickness. */
const [BETTER, ROUGH] = [0.6, 0.08];

/** How far x is inside a bend. */
const inside = ({ at, side }: Bend, x: number): number => Math.max(0, side === "left" ? at - x : x - at);

export function heightAt({ middle: [a, b, c], bend }: Curve, x: number): number {
  const smooth = a + b * x + c * x * x;
  return bend ? smooth + bend.by * inside(bend, x) ** 2 : smooth;
}

export function slopeAt({ middle: [, b, c], bend }: Curve, x: number): number {
  const smooth = b + 2 * c * x;
  if (!bend) return smooth;
  return smooth + 2 * bend.by * inside(bend, x) * (bend.side === "left" ? -1 : 1);
}

/**
 * Fits a curve to the middles of a line at x = 0, 1, 2 and so on.
 * @param degree of the curve without a bend
 * @param thickness of a line whose ends may bend
 */
export function fitCurve(values: number[], degree: number, thickness?: number): Curve {
  const plain = fit(values, degree);
  if (degree === 0 || thickness === undefined) return plain.curve;
  let best = plain;
  for (const side of ["left", "right"] as const) {
    for (const part of PARTS) {
      const at = (side === "left" ? part : 1 - part) * values.length;
      const bent = fit(values, degree, { at, side, by: 0 });
      if (bent.error < best.error) best = bent;
    }
  }
  const isBent = plain.error > ROUGH * thickness && best.error < BETTER * plain.error;
  return isBent ? best.curve : plain.curve;
}

/** Least squares. */
function fit(values: number[], degree: number, bend?: Bend): { curve: Curve; error: number } {
  const scale = Math.max(1, values.length);
  const size = degree + (bend ? 2 : 1);
  const rows = Array.from({ length: size }, () => Array.from({ length: size + 1 }, () => 0));
  values.forEach((value, index) => {
    const x = index / scale;
    const terms = [1, x, x * x].slice(0, degree + 1);
    if (bend) terms.push((inside(bend, index) / scale) ** 2);
    terms.forEach((term, row) => {
      const line = rows[row] as number[];
      terms.forEach((other, column) => (line[column] = (line[column] as number) + term * other));
      line[size] = (line[size] as number) + term * value;
    });
  });
  const found = solved(rows);
  const by = bend ? (found.pop() as number) / (scale * scale) : 0;
  const [p = 0, q = 0, r = 0] = found;
  const curve: Curve = {
    middle: [p, q / scale, r / (scale * scale)],
    ...(bend && { bend: { ...bend, by } }),
  };
  const squares = values.reduce((sum, value, x) => sum + (value - heightAt(curve, x)) ** 2, 0);
  return { curve, error: Math.sqrt(squares / scale) };
}

/** Gauss's elimination of a small system of normal equations. */
function solved(rows: number[][]): number[] {
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const pivot = rows[at] as number[];
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] as number) / ((pivot[at] as number) || 1);
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] as number) - factor * (pivot[column] as number);
    }
  }
  return rows.map((row, at) => (row[size] as number) / ((row[at] as number) || 1));
}

import { type Curve, heightAt } from "./fit-line.ts";

interface Line extends Curve {
  left: number;
  right: number;
  height: number;
}

/** A page lies in a fold if this share of its long lines bends there, and at least so many. */
const [FOLDED, MIN_BENDS] = [0.33, 6];
/** The fold is at an edge: a bend begins in this share of the picture's width. A photo of two pages has its fold in the middle. */
const EDGE = 0.36;
/** The bend of a line can be measured if the line is this many heights long. */
const LONG = 12;
/** How much more we cut out at the end of a line in a fold, in heights: the network doesn't mark slanted letters. */
const MORE = 1.2;
/** A line within a longer one is a part of it that the network marked alone, if their middles differ by less, in heights. */
const SAME = 0.4;
/** The longer line is at least this many times as long. */
const LONGER = 2;
/** The points of a line that are compared with another line. */
const POINTS = 9;

/**
 * Returns the lines of a page as they run in the fold of a bound volume: short lines bend like the long ones near them, and all
 * lines there are longer.
 * @param width of the picture
 * @returns undefined if the page has no fold
 */
export function followFold<One extends Line>(lines: One[], width: number): One[] | undefined {
  const long = lines.filter(isLong);
  const [start, end] = [placeOfFold(long, "left", width), placeOfFold(long, "right", width)];
  if (start === undefined && end === undefined) return undefined;
  const followed = lines.map((line) => {
    const isAtStart = start !== undefined && line.left < start;
    const isAtEnd = end !== undefined && line.right > end;
    const side = isAtStart ? "left" : isAtEnd ? "right" : undefined;
    const bent = side && !line.bend && !isLong(line) ? bentLike(line, long, side) : line;
    return {
      ...bent,
      left: isAtStart ? line.left - MORE * line.height : line.left,
      right: isAtEnd ? line.right + MORE * line.height : line.right,
    };
  });
  return followed.filter((_line, at) => !isPart(lines[at] as One, at, followed));
}

const isLong = ({ left, right, height }: Line): boolean => right - left > LONG * height;

/** The place where most bends begin. */
function placeOfFold(long: Line[], side: "left" | "right", width: number): number | undefined {
  const places = long.flatMap(({ bend }) => (bend?.side === side ? [bend.at] : [])).sort((p, q) => p - q);
  const place = places[Math.floor(places.length / 2)];
  if (place === undefined || places.length < Math.max(MIN_BENDS, FOLDED * long.length)) return undefined;
  return (side === "left" ? place : width - place) < EDGE * width ? place : undefined;
}

/** A line with the curve of the nearest long line that bends at the same side. */
function bentLike<One extends Line>(line: One, long: Line[], side: "left" | "right"): One {
  const distance = (other: Line) => Math.abs(heightAt(other, line.left) - heightAt(line, line.left));
  const [near] = long
    .filter(({ bend }) => bend?.side === side)
    .sort((one, other) => distance(one) - distance(other));
  if (!near?.bend) return line;
  const apart = Array.from({ length: POINTS }, (_one, index) => {
    const x = line.left + ((line.right - line.left) * index) / (POINTS - 1);
    return heightAt(line, x) - heightAt(near, x);
  });
  const shift = apart.reduce((sum, one) => sum + one, 0) / POINTS;
  const [a, b, c] = near.middle;
  return { ...line, middle: [a + shift, b, c], bend: near.bend };
}

/** Whether another line, now longer, shows what a line shows. @param line as the network marked it */
function isPart({ left, right, height, ...curve }: Line, at: number, others: Line[]): boolean {
  const x = (left + right) / 2;
  const room = SAME * height;
  return others.some(
    (other, index) =>
      index !== at &&
      other.right - other.left > LONGER * (right - left) &&
      other.left < left + room &&
      other.right > right - room &&
      Math.abs(heightAt(other, x) - heightAt(curve, x)) < room,
  );
}

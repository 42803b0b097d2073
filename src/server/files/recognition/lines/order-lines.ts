import type { TextLine } from "./find-lines.ts";
import { heightAt, slopeAt } from "./fit-line.ts";

/** A gap wider than this many heights of a line separates columns of a heading, such as marks and time. */
const WIDE_GAP = 1;
/** Two parts are in one row if their middles differ by less than this share of their height. */
const SAME_ROW = 0.45;
/** Parts of one row may overlap by this share of their height. */
const OVERLAP = 0.8;
/** A photo of two pages has at least this many lines on each page, and almost none across its middle. */
const LINES_OF_PAGE = 8;
const ACROSS = 0.03;
/** Where the gap of two pages may be, as shares of the picture's width. */
const GUTTERS = [0.4, 0.43, 0.46, 0.49, 0.52, 0.55, 0.58, 0.61];

/** A row of a page: its parts from left to right. */
export type Row<Part> = Part[];

/** The rows of a page in reading order: two pages in one photo one after the other. @param width of the picture */
export function rowsOf<Part extends { line: TextLine }>(parts: Part[], width: number): Row<Part>[] {
  const slope = slopeOf(parts.map(({ line }) => line));
  return pagesOf(parts, width).flatMap((page) => rowsOfPage(page, slope));
}

/** The text between two parts of a row. */
export const between = (before: TextLine, after: TextLine): string =>
  after.left - before.right > WIDE_GAP * Math.min(before.height, after.height) ? "   " : " ";

function pagesOf<Part extends { line: TextLine }>(parts: Part[], width: number): Part[][] {
  for (const share of GUTTERS) {
    const x = share * width;
    const left = parts.filter(({ line }) => line.right <= x);
    const right = parts.filter(({ line }) => line.left >= x);
    const length = (some: Part[]) => some.reduce((sum, { line }) => sum + line.right - line.left, 0);
    const isTwo =
      Math.min(left.length, right.length) >= LINES_OF_PAGE &&
      parts.length - left.length - right.length <= ACROSS * parts.length &&
      length(right) > length(left) / 3 &&
      length(left) > length(right) / 3;
    if (!isTwo) continue;
    const isLeft = ({ line }: Part) => (line.left + line.right) / 2 < x;
    return [parts.filter(isLeft), parts.filter((part) => !isLeft(part))];
  }
  return [parts];
}

/** The slope of most long lines. */
function slopeOf(lines: TextLine[]): number {
  const slopes = lines
    .filter(({ left, right, height }) => right - left > 6 * height)
    .map((line) => slopeAt(line, (line.left + line.right) / 2))
    .sort((p, q) => p - q);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

function rowsOfPage<Part extends { line: TextLine }>(parts: Part[], slope: number): Row<Part>[] {
  const centre = ({ line }: Part) => (line.left + line.right) / 2;
  const level = (part: Part) => heightAt(part.line, centre(part)) - slope * centre(part);
  const rows: Row<Part>[] = [];
  for (const part of [...parts].sort((p, q) => level(p) - level(q))) {
    const row = rows
      .slice(-6)
      .find((one) => one.every((other) => areSideBySide(other.line, part.line, slope)));
    if (row) row.push(part);
    else rows.push([part]);
  }
  for (const row of rows) row.sort((p, q) => p.line.left - q.line.left);
  return rows;
}

/** Whether two parts are next to each other: their middles meet where the gap between them is. */
function areSideBySide(one: TextLine, other: TextLine, slope: number): boolean {
  const [left, right] = one.left <= other.left ? [one, other] : [other, one];
  const height = Math.min(left.height, right.height);
  if (left.right - right.left > OVERLAP * height) return false;
  const x = (left.right + right.left) / 2;
  const [from, to] = [
    heightAt(left, left.right) + slope * (x - left.right),
    heightAt(right, right.left) + slope * (x - right.left),
  ];
  return Math.abs(from - to) < SAME_ROW * height;
}

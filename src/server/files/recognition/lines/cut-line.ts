import type { GreyPicture } from "../../rendering/paper-light.ts";
import type { TextLine } from "./find-lines.ts";
import { heightAt, slopeAt } from "./fit-line.ts";

/** The height in px of the lines that the network reads. */
export const LINE_HEIGHT = 48;
const NARROWEST = 16;
const WIDEST = 2_400;

/** Cuts a line out of its page, straight and 48 px high. Outside the page it is white. */
export function cutLine(page: GreyPicture, line: TextLine, height = LINE_HEIGHT): GreyPicture {
  const scale = line.height / height;
  const length = line.right - line.left;
  const width = Math.min(WIDEST, Math.max(NARROWEST, Math.round(length / scale)));
  const step = length / width;
  const data = new Uint8Array(width * height);
  for (let column = 0; column < width; column += 1) {
    const x = line.left + (column + 0.5) * step;
    const y = heightAt(line, x);
    const slope = slopeAt(line, x);
    const norm = Math.hypot(1, slope);
    for (let row = 0; row < height; row += 1) {
      const off = (row + 0.5 - height / 2) * scale;
      data[row * width + column] = greyAt(page, x - (off * slope) / norm - 0.5, y + off / norm - 0.5, scale);
    }
  }
  return { data, width, height };
}

/** The mean of four points, so that small print doesn't become ragged if the line is made smaller. */
function greyAt(page: GreyPicture, x: number, y: number, scale: number): number {
  if (scale < 1.4) return pointAt(page, x, y);
  const quarter = scale / 4;
  return (
    (pointAt(page, x - quarter, y - quarter) +
      pointAt(page, x + quarter, y - quarter) +
      pointAt(page, x - quarter, y + quarter) +
      pointAt(page, x + quarter, y + quarter)) /
    4
  );
}

/** Bilinear. */
function pointAt({ data, width, height }: GreyPicture, x: number, y: number): number {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return 255;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [fx, fy] = [x - left, y - top];
  const upper = (data[top * width + left] as number) * (1 - fx) + (data[top * width + right] as number) * fx;
  const lower =
    (data[bottom * width + left] as number) * (1 - fx) + (data[bottom * width + right] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}

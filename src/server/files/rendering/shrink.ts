import type { Box, GreyPicture } from "./page-content.ts";

/**
 * The mean grey of each cell of a grid over the box. A pixel on the edge of two cells is divided between
 * them.
 */
export function shrink({ data, width }: GreyPicture, box: Box, columns: number, rows: number): Float64Array {
  const across = shares(box.left, box.right, columns);
  const down = shares(box.top, box.bottom, rows);
  const cells = new Float64Array(columns * rows);
  down.forEach((inRow, row) =>
    across.forEach((inColumn, column) => {
      let sum = 0;
      let weight = 0;
      for (const [y, height] of inRow)
        for (const [x, breadth] of inColumn) {
          sum += (data[y * width + x] as number) * height * breadth;
          weight += height * breadth;
        }
      cells[row * columns + column] = sum / weight;
    }),
  );
  return cells;
}

/**
 * Divides a range of pixels into equal parts.
 * @returns for each part its pixels, and the share of each pixel in it
 */
function shares(from: number, to: number, parts: number): [pixel: number, share: number][][] {
  const step = (to - from) / parts;
  return Array.from({ length: parts }, (_none, part) => {
    const [start, end] = [from + part * step, from + (part + 1) * step];
    const pixels: [number, number][] = [];
    for (let pixel = Math.floor(start); pixel < end; pixel += 1) {
      const share = Math.min(pixel + 1, end) - Math.max(pixel, start);
      if (share > 1e-9 && pixel < to) pixels.push([pixel, share]);
    }
    return pixels;
  });
}

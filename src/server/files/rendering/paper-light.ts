/** A greyscale picture: one byte per pixel, 0 for black, row by row. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Estimates the brightness of the paper at each pixel: ink is darker than paper, so it is the brightest pixel
 * nearby.
 * @param picture a small picture: `reach` (the distance in px) must be greater than the size of a letter
 * @returns one byte for each pixel of the picture
 */
export function paperLight({ data, width, height }: GreyPicture, reach: number): Uint8Array {
  const across = brightestNear(data, { count: height, stride: width, length: width, step: 1 }, reach);
  return brightestNear(across, { count: width, stride: 1, length: height, step: width }, reach);
}

/**
 * The layout of rows or columns: each line begins `stride` after the previous line, and its pixels are `step`
 * apart.
 */
interface Lines {
  count: number;
  stride: number;
  length: number;
  step: number;
}

function brightestNear(data: Uint8Array, { count, stride, length, step }: Lines, reach: number): Uint8Array {
  const brightest = new Uint8Array(data.length);
  for (let line = 0; line < count; line += 1) {
    for (let at = 0; at < length; at += 1) {
      let most = 0;
      const end = Math.min(length - 1, at + reach);
      for (let near = Math.max(0, at - reach); near <= end; near += 1) {
        most = Math.max(most, data[line * stride + near * step] as number);
      }
      brightest[line * stride + at * step] = most;
    }
  }
  return brightest;
}

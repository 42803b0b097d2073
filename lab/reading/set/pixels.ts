import sharp, { type Sharp } from "sharp";

/** A drawn page: one byte per pixel, 0 for black, row by row. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

export async function greyOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture
    .flatten({ background: "white" })
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const pictureOf = ({ data, width, height }: Grey, channels: 1 | 3 = 1): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** Interpolates between four pixels. Outside of the page, the result is white. */
export function sample({ data, width, height }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 255;
  const [dx, dy] = [x - left, y - top];
  const at = top * width + left;
  const upper = (data[at] as number) * (1 - dx) + (data[at + 1] as number) * dx;
  const lower = (data[at + width] as number) * (1 - dx) + (data[at + width + 1] as number) * dx;
  return upper * (1 - dy) + lower * dy;
}

/** About normal, from -1.5 to 1.5. */
export const spread = (random: () => number): number => random() + random() + random() - 1.5;

/** From 0 below `from` to 1 above `to`. */
export function smooth(from: number, to: number, value: number): number {
  const share = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Large soft stains from 0 to 1, such as uneven toner or light. @param size of a stain in px */
export function stains(random: () => number, size: number): (x: number, y: number) => number {
  const [a, b, c, d] = [random() * 6, random() * 6, random() * 6, random() * 6];
  return (x, y) =>
    0.5 +
    0.25 * Math.sin(x / size + a + Math.sin(y / (size * 1.7) + b)) +
    0.25 * Math.sin(y / (size * 0.8) + c + Math.sin(x / (size * 1.3) + d));
}

import sharp from "sharp";
import { seeded } from "../lib/seeded.ts";

const WIDTH = 1_080;
const HEIGHT = 1_440;
const QUALITY = 72;
/** The corners of the sheet in the photo, in px: top left, top right, bottom right, bottom left. */
const CORNERS = [
  [112, 66],
  [972, 92],
  [1_046, 1_392],
  [38, 1_362],
] as const;
const DESK = [126, 92, 64] as const;

/**
 * A drawn page as a phone photographs it on a table: from an angle, in lamplight, a little out of focus.
 * @param seed the same seed makes the same photo
 */
export async function photographed(page: Uint8Array, seed: number): Promise<Buffer> {
  const random = seeded(seed);
  const sheet = await sharp(page)
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = sheet.info;
  const place = placeOnSheet();
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [u, v] = place(x, y);
      const onSheet = u >= 0 && u < 1 && v >= 0 && v < 1;
      const grey = onSheet ? sample(sheet.data, width, u * (width - 1), v * (height - 1)) : 0;
      const light = 1.02 - 0.34 * Math.hypot((x - 760) / WIDTH, (y - 380) / HEIGHT);
      const grain = (random() - 0.5) * 10;
      const colour = onSheet ? [grey * 0.9 + 14, grey * 0.88 + 12, grey * 0.8 + 10] : wood(x, y);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (colour[channel] ?? 0) * light + grain;
        pixels[(y * WIDTH + x) * 3 + channel] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(0.6)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

function wood(x: number, y: number): number[] {
  const grain = 12 * Math.sin(y / 9 + 2 * Math.sin(x / 160));
  return DESK.map((value) => value + grain);
}

/** Interpolates between four pixels. */
function sample(data: Buffer, width: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number) => data[row * width + column] ?? 255;
  const upper = at(left, top) * (1 - dx) + at(left + 1, top) * dx;
  const lower = at(left, top + 1) * (1 - dx) + at(left + 1, top + 1) * dx;
  return upper * (1 - dy) + lower * dy;
}

/**
 * The inverse of the perspective that maps a square to `CORNERS` (P. Heckbert, Fundamentals of Texture
 * Mapping, 1989).
 * @returns the position on the sheet for a pixel of the photo, each coordinate from 0 to 1
 */
function placeOnSheet(): (x: number, y: number) => [number, number] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = CORNERS;
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / scale;
  const h = (dx1 * sy - sx * dy1) / scale;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return (x, y) => {
    const w = (d * h - e * g) * x + (b * g - a * h) * y + a * e - b * d;
    const u = (e - f * h) * x + (c * h - b) * y + b * f - c * e;
    const v = (f * g - d) * x + (a - c * g) * y + c * d - a * f;
    return [u / w, v / w];
  };
}

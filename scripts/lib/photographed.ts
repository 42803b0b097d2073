import sharp from "sharp";
import { type Corners, placeOnSheet } from "./perspective.ts";
import { seeded } from "./seeded.ts";

const WIDTH = 1_080;
const HEIGHT = 1_440;
const QUALITY = 72;
/** The corners of the sheet in the photo, in px. */
const CORNERS: Corners = [
  [112, 66],
  [972, 92],
  [1_046, 1_392],
  [38, 1_362],
];
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
  const place = placeOnSheet(CORNERS);
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

import { crc32, deflateSync } from "node:zlib";

const WIDTH = 640;
const HEIGHT = 360;
const PALETTE = ["#FBFAF5", "#DEDACC", "#B3202C", "#43524A", "#0A6A4D", "#E2F1E9", "#FFF1D0", "#E4EFF8"];
const [PAPER, RULE, PEN, INK, GREEN, ...TINTS] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const LINE = 24;

type Canvas = Uint8Array;

function box(canvas: Canvas, x: number, y: number, width: number, height: number, colour: number): void {
  for (let row = y; row < y + height; row++) {
    canvas.fill(colour, row * WIDTH + x, row * WIDTH + x + width);
  }
}

/** Draws ruled paper with a tinted top and a red double margin line, like an exam answer booklet. */
function paper(canvas: Canvas, seed: number): void {
  canvas.fill(PAPER);
  box(canvas, 0, 0, WIDTH, 3 * LINE, TINTS[seed % TINTS.length]!);
  for (let y = 3 * LINE; y < HEIGHT; y += LINE) box(canvas, 0, y, WIDTH, 1, RULE);
  box(canvas, 72, 0, 3, HEIGHT, PEN);
  box(canvas, 79, 0, 3, HEIGHT, PEN);
}

/** Draws a heading, lines of "writing" and a bar chart. The seed decides all lengths. */
function writing(canvas: Canvas, seed: number): void {
  box(canvas, 104, 28, 180 + ((seed * 53) % 160), 18, GREEN);
  for (let line = 4; line < 14; line++) {
    box(canvas, 104, line * LINE + 8, 120 + ((seed * 37 + line * 71) % 150), 6, INK);
  }
  for (let bar = 0; bar < 5; bar++) {
    const height = 2 * LINE + ((seed * 29 + bar * 47) % 150);
    box(canvas, 430 + bar * 36, 13 * LINE - height, 24, height, bar === seed % 5 ? PEN : GREEN);
  }
  box(canvas, 418, 13 * LINE, 190, 3, INK);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** Packs two pixels into a byte. Each row begins with filter type 0. */
function packed(canvas: Canvas): Buffer {
  const stride = WIDTH / 2 + 1;
  const rows = Buffer.alloc(stride * HEIGHT);
  for (let i = 0; i < canvas.length; i += 2) {
    const row = Math.floor(i / WIDTH);
    rows[row * stride + 1 + (i % WIDTH) / 2] = (canvas[i]! << 4) | canvas[i + 1]!;
  }
  return rows;
}

/**
 * Draws a 640 × 360 palette PNG that is smaller than 4 kB. The same whole-number seed gives the same image.
 * @returns the image as a data URL
 */
export function coverImage(seed: number): string {
  const canvas = new Uint8Array(WIDTH * HEIGHT);
  paper(canvas, seed);
  writing(canvas, seed);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([4, 3, 0, 0, 0], 8); // 4 bits per pixel, with a palette
  const png = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(PALETTE.map((hex) => hex.slice(1)).join(""), "hex")),
    chunk("IDAT", deflateSync(packed(canvas), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString("base64")}`;
}

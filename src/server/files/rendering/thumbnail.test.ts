import sharp from "sharp";
import { expect, test } from "vitest";
import { openPaper } from "./paper-file.ts";
import { MAX_THUMBNAIL_BYTES, thumbnailOf } from "./thumbnail.ts";

const [WIDTH, HEIGHT] = [1_000, 1_400];

/** Lines of words; the first line is a third as long as the others. */
function lines(left: number, top: number, width: number, count = 25): string {
  const words = (y: number, to: number) =>
    Array.from({ length: Math.floor(to / 40) }, (_none, word) => {
      const x = left + word * 40;
      return `<rect x="${x}" y="${y}" width="28" height="14"/><rect x="${x + 4}" y="${y + 4}" width="20" height="3" fill="white"/>`;
    }).join("");
  return Array.from({ length: count }, (_none, line) =>
    words(top + line * 40, line === 0 ? width / 3 : width),
  ).join("");
}

function drawn(content: string, width = WIDTH, height = HEIGHT): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: "white" }).png().toBuffer();
}

/** The dark pixels of each row and each column of a file's thumbnail. */
async function inkOf(file: Buffer) {
  const { bytes } = await thumbnailOf(await openPaper(file));
  expect(bytes.length).toBeLessThanOrEqual(MAX_THUMBNAIL_BYTES);
  const { data, info } = await sharp(bytes)
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [rows, columns] = [Array<number>(info.height).fill(0), Array<number>(info.width).fill(0)];
  data.forEach((value, at) => {
    if (value > 100) return;
    rows[Math.floor(at / info.width)]! += 1;
    columns[at % info.width]! += 1;
  });
  return { rows, columns, greys: new Set(data).size };
}

test("a thumbnail has few levels of grey, so its letters stay sharp in few bytes", async () => {
  const { greys } = await inkOf(await drawn(lines(100, 120, 800)));
  expect(greys).toBeLessThanOrEqual(12);
});

test("the thumbnail of a scan leaves out the margins and the shadow of the gutter", async () => {
  const shadow = `<linearGradient id="g"><stop offset="0" stop-color="#222"/><stop offset="1" stop-color="#ddd"/></linearGradient>`;
  const page = `<rect width="100%" height="100%" fill="#ddd"/><rect width="40" height="100%" fill="url(#g)"/>`;
  const { rows, columns } = await inkOf(await drawn(shadow + page + lines(120, 300, 760)));
  expect(rows.slice(0, 30).some((ink) => ink > 0)).toBe(true);
  // The shadow would fill a column of the thumbnail.
  expect(Math.max(...columns)).toBeLessThan(200);
});

test("the thumbnail of a crooked photo is level", async () => {
  const sheet = `<rect x="120" y="120" width="760" height="1160" fill="#c8c0b0"/>${lines(200, 200, 600)}`;
  const photo = await drawn(
    `<rect width="100%" height="100%" fill="#555"/><g transform="rotate(8 500 700)">${sheet}</g>`,
  );
  const { rows } = await inkOf(photo);
  // Level lines leave empty rows between them.
  const first = rows.findIndex((ink) => ink > 10);
  expect(first).toBeLessThan(60);
  expect(rows.slice(first, 320).filter((ink) => ink === 0).length).toBeGreaterThan(60);
});

test("the thumbnail of an open booklet shows the left page", async () => {
  const spread = await drawn(lines(80, 100, 560, 15) + lines(880, 100, 560, 15), 1_500, 900);
  const { columns } = await inkOf(spread);
  // Two pages would have an empty gutter between them.
  const empty = columns.slice(100, 380).map((ink) => ink === 0);
  expect(Math.max(...runs(empty))).toBeLessThan(20);
});

/** The lengths of the runs of `true`. */
function runs(list: boolean[]): number[] {
  return list.reduce<number[]>(
    (all, one) => (one ? [...all.slice(0, -1), (all.at(-1) ?? 0) + 1] : [...all, 0]),
    [0],
  );
}

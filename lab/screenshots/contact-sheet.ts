import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { xml } from "../../src/api/platform/xml.ts";

export interface Shot {
  /** The path of the page. */
  name: string;
  /** The path of the picture, relative to the folder of all sheets. */
  file: string;
}

export interface Sheet {
  /** The name of the sheet, such as `360-dark`. */
  name: string;
  shots: Shot[];
}

/** Sizes in px: the width of a picture on the sheet, its visible height, the line below it, and the gap. */
const TILE = { width: 200, height: 400, label: 20, gap: 8 };
const COLUMNS = 10;
const [STEP_X, STEP_Y] = [TILE.width + TILE.gap, TILE.height + TILE.label + TILE.gap];
const GREY = "#8b8f8c";

/** Writes `NAME.png`: the upper part of each page as a small picture, side by side. */
export async function writePngSheet(folder: string, { name, shots }: Sheet): Promise<void> {
  const columns = Math.min(COLUMNS, shots.length);
  const tiles = await Promise.all(
    shots.map(async (shot, index) => {
      const left = TILE.gap + (index % columns) * STEP_X;
      const top = TILE.gap + Math.floor(index / columns) * STEP_Y;
      return [
        { input: await tile(join(folder, shot.file)), left, top },
        { input: label(shot.name), left, top: top + TILE.height },
      ];
    }),
  );
  const [width, height] = [
    columns * STEP_X + TILE.gap,
    Math.ceil(shots.length / columns) * STEP_Y + TILE.gap,
  ];
  await sharp({ create: { width, height, channels: 3, background: GREY } })
    .composite(tiles.flat())
    .png()
    .toFile(join(folder, `${name}.png`));
}

/** Writes `index.html`: every picture of every sheet, with a link to its full size. */
export function writeHtmlSheets(folder: string, sheets: Sheet[]): void {
  const parts = sheets.flatMap(({ name, shots }) => [
    xml`<h2>${name}</h2><div>`,
    ...shots.map(
      (shot) =>
        xml`<figure><a href="${shot.file}"><img src="${shot.file}" alt="${shot.name}" loading="lazy"></a>` +
        xml`<figcaption>${shot.name}</figcaption></figure>`,
    ),
    "</div>",
  ]);
  const style = `body{font:14px system-ui;background:${GREY};margin:16px}div{display:flex;flex-wrap:wrap;gap:12px}
figure{margin:0;width:240px}img{width:240px;height:480px;object-fit:cover;object-position:top}`;
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>';
  writeFileSync(join(folder, "index.html"), [head, `<style>${style}</style>`, ...parts].join("\n"));
}

async function tile(path: string): Promise<Buffer> {
  return sharp(path)
    .resize({ width: TILE.width })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) =>
      sharp(data)
        .extract({ left: 0, top: 0, width: info.width, height: Math.min(info.height, TILE.height) })
        .png()
        .toBuffer(),
    );
}

function label(text: string): Buffer {
  const shown = text.length > 34 ? `${text.slice(0, 33)}…` : text;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.label}">` +
      xml`<text x="2" y="14" font-family="sans-serif" font-size="11">${shown}</text></svg>`,
  );
}

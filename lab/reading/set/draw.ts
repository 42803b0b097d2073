import type { Browser } from "playwright-core";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type DrawnSheet, drawnSheet, fileFrom, fileOf } from "../hard/drawing.ts";
import { cameras, faxes, scanners } from "./devices.ts";
import { digitalPdf, type Producer } from "./digital.ts";
import { photographed } from "./photo.ts";
import type { TestPage } from "./pages.ts";
import { greyOf } from "./pixels.ts";
import { faxed, scannedVolume } from "./scan.ts";

/** From 96 px per inch to 230 dots per inch. */
const SCALE = 2.4;

/** The folder of drawn pages, which every benchmark of papers uses. */
export const DRAWN_PAGES = join(
  process.env["PROSHNO_BENCH_DATA"] ?? join(tmpdir(), "proshno-bench"),
  "reading",
);

/** A drawn page of the set. */
export interface DrawnPage {
  bytes: Uint8Array;
  /** "pdf", "jpg" or "docx". */
  extension: string;
  /** The lines as a person reads them. */
  text: PageText;
}

export interface PageText {
  heading: string[];
  body: string[];
}

/**
 * The file of a page, from the folder if it is there, or else drawn.
 * @param browser starts one; it is called only if the page must be drawn
 */
export async function drawnPage(
  page: TestPage,
  folder: string,
  browser: () => Promise<Browser>,
): Promise<DrawnPage> {
  const extension = page.drawing ? fileOf(page.drawing) : page.kind === "photo" ? "jpg" : "pdf";
  const path = join(folder, `${page.name}-${page.version.slice(0, 12)}`);
  if (existsSync(`${path}.json`)) {
    const text = JSON.parse(readFileSync(`${path}.json`, "utf8")) as PageText;
    return { bytes: readFileSync(`${path}.${extension}`), extension, text };
  }
  const { bytes, text } = await draw(page, await browser());
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.${extension}`, bytes);
  // The last file is complete at once, so that a stopped run leaves no half page.
  writeFileSync(`${path}.part`, JSON.stringify(text));
  renameSync(`${path}.part`, `${path}.json`);
  return { bytes, extension, text };
}

async function draw(page: TestPage, browser: Browser): Promise<Pick<DrawnPage, "bytes" | "text">> {
  const tab = await browser.newPage({ viewport: page.sheet, deviceScaleFactor: SCALE });
  try {
    const greys = [];
    const sheets: DrawnSheet[] = [];
    const text: PageText = { heading: [], body: [] };
    for (const [index, html] of page.html.entries()) {
      await tab.setContent(html);
      await tab.evaluate(() => document.fonts.ready);
      if (index === 0) text.heading = await tab.evaluate(headingLines);
      const body = await tab.evaluate(bodyLines);
      if (index < page.shown) text.body.push(...body);
      if (page.drawing) {
        sheets.push(await drawnSheet(tab, page.drawing, page.sheet));
        continue;
      }
      if (page.kind === "digital") return { bytes: await digitalPdf(tab, page.device as Producer), text };
      greys.push(await greyOf(sharp(await tab.screenshot())));
    }
    const bytes = page.drawing ? await fileFrom(sheets, page.drawing, page) : await captured(page, greys);
    return { bytes, text };
  } finally {
    await tab.close();
  }
}

type Greys = Awaited<ReturnType<typeof greyOf>>[];

async function captured({ half, kind, device, seed }: TestPage, pages: Greys): Promise<Buffer> {
  const [first, second] = pages as [Greys[0], Greys[0]] & Greys;
  const isNamed = ({ name }: { name: string }) => name === device;
  const camera = cameras[half].find(isNamed);
  const scanner = scanners[half].find(isNamed);
  const fax = faxes[half].find(isNamed);
  if (kind === "photo" && camera) return photographed(pages, camera, seed);
  if (scanner) return scannedVolume(first, second, scanner, seed);
  if (fax) return faxed(first, fax, seed);
  throw new Error(`No device is called ${device}.`);
}

/** Runs in the browser: removes the questions that don't fit, and returns the lines below the heading. */
function bodyLines(): string[] {
  const edge = document.body.getBoundingClientRect().bottom - 24;
  for (const question of document.querySelectorAll(".q"))
    if (question.getBoundingClientRect().bottom > edge) question.remove();
  return [...document.querySelectorAll(".rule, .q")].map((line) =>
    [...(line.children.length > 0 ? line.children : [line])].map((part) => part.textContent).join(" "),
  );
}

/** Runs in the browser: the lines of the heading from top to bottom, and in each from left to right. */
function headingLines(): string[] {
  const pieces: { text: string; x: number; right: number; y: number; height: number }[] = [];
  const header = document.querySelector("header");
  if (!header) return [];
  const walker = document.createTreeWalker(header, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const isUpper = getComputedStyle(node.parentElement as Element).textTransform === "uppercase";
    for (const word of node.data.matchAll(/\S+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const { x, y, right, height } = range.getBoundingClientRect();
      pieces.push({ text: isUpper ? word[0].toUpperCase() : word[0], x, right, y: y + height / 2, height });
    }
  }
  const lines: { y: number; words: typeof pieces }[] = [];
  for (const piece of pieces.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1);
    if (line && piece.y - line.y < piece.height * 0.45) line.words.push(piece);
    else lines.push({ y: piece.y, words: [piece] });
  }
  return lines.map(({ words }) =>
    words
      .toSorted((one, other) => one.x - other.x)
      .map(({ text, x }, index, all) =>
        index > 0 && x - (all[index - 1]?.right ?? 0) > 1 ? ` ${text}` : text,
      )
      .join(""),
  );
}

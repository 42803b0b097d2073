import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import {
  brokenFiles,
  digitalPdf,
  linesOf,
  type PilePaper,
  pilePaper,
} from "../../tests/support/archive/pile-papers.ts";
import { photographed } from "../../scripts/lib/photographed.ts";
import { scannedPdf } from "../../scripts/lib/scanned-pdf.ts";

const DIGITAL = 20;
const SCANS = 12;
const PHOTOS = 8;
/** The width of a page before it is scanned or photographed, in px. */
const WIDTH = 1_600;
const HEIGHT = 2_263;

export interface PileFiles {
  /** The papers that should become items. */
  papers: PilePaper[];
  /** All files, also the broken ones and the duplicates, in the order in which a person chooses them. */
  paths: string[];
}

/**
 * Makes 45 files: 40 papers (20 digital PDFs, 12 scans, 8 photos), 3 broken files and 2 duplicates.
 * @param folder files that it has are not made again
 * @param scans whether there are scans and photos; otherwise all papers are digital PDFs
 */
export async function makePileFiles(browser: Browser, folder: string, scans: boolean): Promise<PileFiles> {
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  const put = async (name: string, make: () => Promise<Uint8Array> | Uint8Array) => {
    const path = join(folder, name);
    if (!existsSync(path)) writeFileSync(path, await make());
    paths.push(path);
  };
  const papers = Array.from({ length: DIGITAL + SCANS + PHOTOS }, (_, index) =>
    pilePaper(index, scans && index >= DIGITAL + SCANS ? "jpg" : "pdf"),
  );
  for (const [index, paper] of papers.entries()) {
    const isPhoto = scans && index >= DIGITAL + SCANS;
    const isScan = scans && index >= DIGITAL && !isPhoto;
    await put(paper.file, async () => {
      if (isPhoto) return photographed(await drawn(browser, paper), index);
      return isScan ? scannedPdf([await drawn(browser, paper)], index) : digitalPdf(paper);
    });
  }
  for (const [name, bytes] of brokenFiles()) await put(name, () => bytes);
  const [first, second] = papers as [PilePaper, PilePaper];
  await put("again, the first one.pdf", () => digitalPdf(first));
  await put("again, the second one.pdf", () => digitalPdf(second));
  return { papers, paths };
}

/** A printed page as a picture. */
async function drawn(browser: Browser, paper: PilePaper): Promise<Buffer> {
  const [head, questions] = [linesOf(paper).slice(0, 6), linesOf(paper).slice(6)];
  const page = await browser.newPage({
    viewport: { width: WIDTH / 2, height: Math.round(HEIGHT / 2) },
    deviceScaleFactor: 2,
  });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body { margin: 70px 64px; font: 19px/1.6 "Liberation Serif", serif; color: #111; background: #fff }
    header { text-align: center; border-bottom: 1px solid; margin-bottom: 18px; padding-bottom: 8px }
    p { margin: 0 0 4px } section p { margin-bottom: 18px }</style>
    <header>${head.map((line) => `<p>${line}</p>`).join("")}</header>
    <section>${[...questions, ...questions].map((line) => `<p>${line}</p>`).join("")}</section>`);
  const picture = await page.screenshot();
  await page.close();
  return sharp(picture).resize({ width: WIDTH }).png().toBuffer();
}

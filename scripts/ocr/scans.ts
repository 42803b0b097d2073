import type { Browser } from "playwright-core";
import sharp, { type Sharp } from "sharp";
import { seeded } from "../lib/seeded.ts";
import { printedPage, type QuestionPaper } from "./question-papers.ts";

/** How a page became a file. */
export const scanKinds = ["crooked", "faint", "photo", "coarse"] as const;
export type ScanKind = (typeof scanKinds)[number];

/** The scale from 96 px per inch to 200 dots per inch. */
const SCALE = 200 / 96;
/** The largest error of a pixel, of 255; halved for the spread. */
const NOISE = 60;

/** A page as people upload it. @param index varies angles and noise; the same index gives the same page */
export async function scanOf(
  browser: Browser,
  paper: QuestionPaper,
  kind: ScanKind,
  index: number,
): Promise<Buffer> {
  const random = seeded((index + 1) * 0x9e3779b9);
  const tilt = kind === "photo" ? { x: 4 + random() * 4, y: random() * 10 - 5 } : undefined;
  const page = await browser.newPage({ viewport: { width: 794, height: 1_123 }, deviceScaleFactor: SCALE });
  await page.setContent(printedPage(paper, tilt));
  await page.evaluate(() => document.fonts.ready);
  const printed = await page.screenshot();
  await page.close();
  const angle = (random() * 2 - 1) * 3;
  const turned = sharp(
    await sharp(printed)
      .rotate(angle, { background: kind === "photo" ? "#8d8779" : "#fff" })
      .toBuffer(),
  );
  if (kind === "coarse") return turned.resize({ width: 1_000 }).jpeg({ quality: 45 }).toBuffer();
  const noisy = await withNoise(turned, random);
  // Old toner: black is a light grey, on grey paper.
  const lit = kind === "faint" ? noisy.linear(0.28, 150) : noisy;
  return (kind === "photo" ? lit.blur(1.1) : lit).jpeg({ quality: 80 }).toBuffer();
}

/** Adds the grain of a sensor: every pixel has a small error. */
async function withNoise(picture: Sharp, random: () => number): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 1) {
    // The sum of three random numbers approximates a normal distribution.
    const off = (random() + random() + random() - 1.5) * NOISE;
    data[at] = Math.max(0, Math.min(255, (data[at] as number) + off));
  }
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "../../../scripts/lib/seeded.ts";
import { type Half, halves } from "./courses.ts";
import { cameras, faxes, scanners } from "./devices.ts";
import type { Drawing } from "../hard/drawing.ts";
import type { Producer } from "./digital.ts";
import { type Detail, truthOf } from "./heading.ts";
import type { Layout } from "./layout.ts";
import { layouts } from "./layouts.ts";
import { inventPaper, type Language, type Paper } from "./paper.ts";
import { pageHtml, SHEET, type Sheet } from "./page-html.ts";

export const kinds = ["digital", "scan", "photo"] as const;
export type Kind = (typeof kinds)[number];

/** The number of pages of each kind in each half. */
export const PAGES_OF_KIND = 40;

/** Short tests are often printed on half a sheet. */
const HALF_SHEET = { width: SHEET.width, height: 640 };

/** One file of the set: how to draw it, and everything that a reader finds in it. */
export interface TestPage<K extends string = string> {
  /** Unique, such as "dev-photo-07". */
  name: string;
  half: Half;
  kind: K;
  /** How to draw a page of a hard kind; absent for the kinds of this file. */
  drawing?: Drawing;
  /** The producer of a digital PDF, the scanner or the camera. */
  device: string;
  layout: string;
  language: Language;
  /** Each page of the paper that the file shows; only the first one has the heading. */
  html: string[];
  /** The details that the heading prints. A detail that is absent is not printed. */
  truth: Partial<Record<Detail, string>>;
  /** Other values that are right, besides those of `truth`. */
  tolerated: Partial<Record<Detail, string[]>>;
  /**
   * The papers after the first one, if the file has several: their first pages and what their headings print. An exam that
   * starts without a heading prints nothing.
   */
  others?: OtherPaper[];
  /** The size of a sheet in px. */
  sheet: Sheet;
  /** How many pages of `html` are the paper; any other page is only visible at the edge of a scan. */
  shown: number;
  /** A whole number for the randomness of the device. */
  seed: number;
  /** Changes if the drawing of the page changes. */
  version: string;
}

export interface OtherPaper extends Pick<TestPage, "truth" | "tolerated"> {
  /** Its first page in the file, from 1. */
  page: number;
}

/** The pages of one half. The same arguments give the same pages. @param count of each kind */
export function testPages(half: Half, count = PAGES_OF_KIND): TestPage<Kind>[] {
  return kinds.flatMap((kind) => Array.from({ length: count }, (_one, index) => testPage(half, kind, index)));
}

/** Papers with a text layer are written on a computer, and most of these are in English. */
const LANGUAGES: Record<Kind, Language[]> = {
  digital: ["en", "en", "mixed", "en", "bn", "en", "en", "en", "en", "en"],
  scan: ["en", "en", "mixed", "en", "bn"],
  photo: ["en", "en", "mixed", "en", "bn"],
};

function testPage(half: Half, kind: Kind, index: number): TestPage<Kind> {
  const number = halves.indexOf(half) * 1_000 + kinds.indexOf(kind) * 100 + index;
  const random = seeded(number * 31_337 + 5);
  const languages = LANGUAGES[kind];
  const language = languages[(index + Math.floor(index / languages.length)) % languages.length] as Language;
  const isBooklet = kind === "photo" && index % 8 === 5;
  const isTest = !isBooklet && random() < (kind === "scan" ? 0.12 : kind === "photo" ? 0.75 : 0.28);
  const paper = inventPaper({ half, language, isTest, number });
  const layout = layoutFor(half, isTest, index);
  const heading = layout.draw(paper);
  const sheet = kind === "photo" && isTest ? HALF_SHEET : SHEET;
  const html = ([1, 2] as const)
    .slice(0, isBooklet || kind === "scan" ? 2 : 1)
    .map((page) => pageHtml({ layout, heading, paper, number, page, height: sheet.height }));
  const device = deviceFor(half, kind, index, paper);
  const seed = number * 7 + 3;
  return {
    name: `${half}-${kind}-${String(index).padStart(2, "0")}`,
    half,
    kind,
    device,
    layout: layout.name,
    language,
    html,
    ...truthOf(heading.statements),
    sheet,
    shown: isBooklet ? 2 : 1,
    seed,
    version: createHash("sha256")
      .update(JSON.stringify([html, device, seed, sheet]))
      .update(sourceOf(kind))
      .digest("hex"),
  };
}

function layoutFor(half: Half, isTest: boolean, index: number): Layout {
  const fitting = layouts[half].filter(
    ({ suits }) => suits === "both" || suits === (isTest ? "tests" : "finals"),
  );
  return fitting[(index * 2 + Math.floor(index / 5) * 3) % fitting.length] as Layout;
}

const PRODUCERS: Producer[] = [
  "in-order",
  "header-last",
  "in-order",
  "letters",
  "in-order",
  "in-order",
  "bold-last",
  "in-order",
  "letters",
  "in-order",
  "in-order",
];

function deviceFor(half: Half, kind: Kind, index: number, { head, body }: Paper): string {
  if (kind === "digital") {
    if (head === "bn" && body === "bn" && index % 2 === 0) return "legacy" satisfies Producer;
    return PRODUCERS[(index * 3) % PRODUCERS.length] as Producer;
  }
  const devices = kind === "photo" ? cameras[half] : [...scanners[half], ...scanners[half], ...faxes[half]];
  return (devices[index % devices.length] as { name: string }).name;
}

const SOURCES: Record<Kind, string[]> = {
  digital: ["digital.ts", "draw.ts"],
  scan: ["scan.ts", "devices.ts", "pixels.ts", "draw.ts"],
  photo: [
    "photo.ts",
    "scene.ts",
    "devices.ts",
    "pixels.ts",
    "draw.ts",
    "../../../scripts/lib/perspective.ts",
  ],
};

/** A change of the programs that draw a page draws it again. */
const sourceOf = (kind: Kind): string =>
  SOURCES[kind].map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join("\n");

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Half, halves } from "../set/courses.ts";
import { type Detail, type Heading, truthOf } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import { inventPaper, type Language, type Paper } from "../set/paper.ts";
import { pageHtml, SHEET, type Sheet } from "../set/page-html.ts";
import type { OtherPaper, TestPage } from "../set/pages.ts";
import type { Drawing } from "./drawing.ts";

const DRAWS =
  /^(?:draw|drawing|photo|scene|poses|scan|pixels|hard-devices|hidden-texts|ocr-layers|text-layers|glyph-texts|bijoy|pdf-rewriting|two-up|word-files)\.ts$/;

/** A page of a hard kind, before it has a name. */
export interface Plan {
  layout: string;
  paper: Paper;
  heading: Heading;
  html: string[];
  drawing: Drawing;
  others?: OtherPaper[];
  sheet?: Sheet;
  /** How many pages of `html` a reader sees; by default all. */
  shown?: number;
  /** Replaces what the statements of the heading say. */
  truth?: Partial<Record<Detail, string>>;
  tolerated?: Partial<Record<Detail, string[]>>;
}

/** Draws the plans of one kind. The same place in a half gives the same plan. */
export interface HardKind {
  name: string;
  /** The number of pages in each half. */
  count: number;
  plan: (half: Half, index: number) => Plan;
}

/** A number for the randomness of a page. No two pages of the hard kinds have the same. */
export const numberFor = (half: Half, kind: number, index: number): number =>
  20_000 + kind * 2_000 + halves.indexOf(half) * 1_000 + index;

export const paperFor = (half: Half, number: number, isTest: boolean, language: Language = "en"): Paper =>
  inventPaper({ half, language, isTest, number });

interface SheetWishes {
  layout: Layout;
  heading?: Heading;
  paper: Paper;
  number: number;
  page?: 1 | 2;
  height?: number;
}

export const sheetHtml = ({
  layout,
  paper,
  heading = layout.draw(paper),
  number,
  page = 1,
  height = SHEET.height,
}: SheetWishes): string => pageHtml({ layout, heading, paper, number, page, height });

export function hardPage(kind: HardKind, half: Half, index: number): TestPage {
  const {
    layout,
    paper,
    heading,
    html,
    drawing,
    others,
    sheet = SHEET,
    shown,
    ...told
  } = kind.plan(half, index);
  const seed = paper.choose(1_000_000) * 2 + 1;
  const name = `${half}-${kind.name}-${String(index).padStart(2, "0")}`;
  return {
    name,
    half,
    kind: kind.name,
    device: drawing.as,
    drawing,
    layout,
    language: paper.language,
    html,
    ...truthOf(heading.statements),
    ...told,
    ...(others && { others }),
    sheet,
    shown: shown ?? html.length,
    seed,
    version: createHash("sha256")
      .update(JSON.stringify([html, drawing, seed, sheet]))
      .update(SOURCES)
      .digest("hex"),
  };
}

/** A change of the programs that draw pages draws them again. */
const SOURCES = ["../set", "."]
  .flatMap((folder) => {
    const path = join(import.meta.dirname, folder);
    return readdirSync(path)
      .filter((file) => DRAWS.test(file))
      .map((file) => readFileSync(join(path, file), "utf8"));
  })
  .join("\n");

import { layouts } from "../set/layouts.ts";
import type { Half } from "../set/courses.ts";
import type { Layout } from "../set/layout.ts";
import type { Drawing } from "./drawing.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";
import type { LayerFault } from "./text-layers.ts";

const NUMBER = 1;
const BOLD_HEADING = "header, header * { font-weight: bold }";
/** Fonts with bold letters of their own. Chromium would draw others as pictures of letters. */
const BANGLA_FONTS: Record<Half, string> = {
  dev: `body { font-family: "Liberation Serif", "Noto Serif Bengali" }`,
  "held-out": `body { font-family: "Caladea", "Noto Sans Bengali" }`,
};

/** The faults that each half has in turns. A third of the pages is Bangla of the time before Unicode. */
const FAULTS: Record<Half, LayerFault[]> = {
  dev: [
    { is: "none" },
    { is: "bijoy", font: "SutonnyMJ", isOld: true },
    { is: "glyphs" },
    { is: "bijoy", font: "SutonnyMJ" },
    { is: "none", onlyBold: true },
    { is: "shifted", by: [-15, -11, -8] },
    { is: "bijoy", font: "SutonnyCMJ", isOld: true },
    { is: "glyphs", onlyBold: true },
  ],
  "held-out": [
    { is: "glyphs" },
    { is: "bijoy", font: "SutonnyMJ" },
    { is: "none" },
    { is: "private" },
    { is: "bijoy", font: "KarnaphuliMJ", isOld: true },
    { is: "shifted", by: [3, 3, 0] },
    { is: "shifted", by: [-13, -9, -6], onlyBold: true },
    { is: "bijoy", font: "JugantorMJ", isOld: true },
  ],
};

/** Digital PDFs whose text layer lies, and scans with the text of another program. */
export const textLayers: HardKind = {
  name: "text-layer",
  count: 30,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const faults = FAULTS[half];
    const fault =
      index % 5 === 4 ? undefined : (faults[(index - Math.floor(index / 5)) % faults.length] as LayerFault);
    const isBangla = fault?.is === "bijoy";
    const isTest = index % 4 === 3;
    const paper = paperFor(half, number, isTest, isBangla ? "bn" : "en");
    const fitting = layouts[half].filter(
      ({ suits }) => suits === "both" || suits === (isTest ? "tests" : "finals"),
    );
    const chosen = fitting[(index * 3 + Math.floor(index / 4)) % fitting.length] as Layout;
    const style = isBangla ? BANGLA_FONTS[half] : fault?.onlyBold ? BOLD_HEADING : "";
    const layout = { ...chosen, style: `${chosen.style} ${style}` };
    const heading = layout.draw(paper);
    const first = sheetHtml({ layout, paper, heading, number });
    const html = fault ? [first] : [first, sheetHtml({ layout, paper, heading, number, page: 2 })];
    return {
      layout: chosen.name,
      paper,
      heading,
      html,
      drawing: fault ? { as: "pdf", fault } : ocrScan(half, index, number),
    };
  },
};

function ocrScan(half: Half, index: number, seed: number): Drawing {
  const isOdd = index % 2 === 1;
  const spaces = half === "dev" ? (isOdd ? "letters" : "some") : isOdd ? "wide" : "letters";
  const scanner = half === "dev" ? "office" : "department";
  return { as: "scan", scanner, layer: { spaces, confused: half === "dev" ? 0.02 : 0.04, seed } };
}

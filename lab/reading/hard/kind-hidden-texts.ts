import type { Half } from "../set/courses.ts";
import { type Heading, heading as h } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import { layouts } from "../set/layouts.ts";
import { SHEET } from "../set/page-html.ts";
import type { Drawing } from "./drawing.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 2;
/** How far the heading is from the upper edge if something hidden is above it, in px. */
const ABOVE = 170;

type Way = "beside" | "above" | "white" | "covered" | "no ink";
const WAYS: Record<Half, Way[]> = {
  dev: ["beside", "white", "no ink", "above", "covered"],
  "held-out": ["no ink", "above", "white", "beside", "covered", "white"],
};

/** Digital PDFs with a heading of another paper that nobody sees: cut off, white on white, covered, or without ink. */
export const hiddenTexts: HardKind = {
  name: "hidden-text",
  count: 16,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const way = WAYS[half][index % WAYS[half].length] as Way;
    const isTest = index % 3 === 1;
    const paper = paperFor(half, number, isTest);
    const fitting = layouts[half].filter(({ suits }) => suits === "both");
    const layout = fitting[index % fitting.length] as Layout;
    const other = paperFor(half, number + 500, isTest);
    const otherHeading = layout.draw(other);
    const heading = layout.draw(paper);
    const common = { layout: layout.name, paper, heading };
    if (way === "beside") {
      const html = [
        sheetHtml({ layout, paper, heading, number }),
        sheetHtml({ layout, paper: other, heading: otherHeading, number: number + 500 }),
      ];
      const sheets = (index + Number(half === "dev")) % 2 === 0 ? "left" : "right";
      return { ...common, html, drawing: { as: "pdf", sheets }, shown: 1 };
    }
    const height = way === "above" ? SHEET.height + ABOVE : SHEET.height;
    const lower = {
      ...layout,
      style: `${layout.style} body { padding-top: ${ABOVE + 20}px } ${STYLES[way]}`,
    };
    const hidden =
      way === "no ink" ? h`` : h`<div class="former">${otherHeading}</div><div class="cover"></div>`;
    const html = sheetHtml({ layout: lower, paper, heading, number, height }).replace(
      "<body>",
      `<body>${hidden.html}`,
    );
    return {
      ...common,
      html: [html],
      drawing: drawingOf(way, otherHeading),
      sheet: { width: SHEET.width, height },
    };
  },
};

const STYLES: Record<Exclude<Way, "beside">, string> = {
  above: `.former { position: absolute; left: 60px; right: 60px; top: 8px; max-height: ${ABOVE - 12}px; overflow: hidden; text-align: center }`,
  white: ".former { position: absolute; left: 60px; right: 60px; top: 10px; color: #fff }",
  covered: `.former { position: absolute; left: 60px; right: 60px; top: 40px; text-align: center }
    .cover { position: absolute; inset: 0 0 auto 0; height: ${ABOVE + 18}px; background: #fff } header, section, .rule { position: relative }`,
  "no ink": "",
};

function drawingOf(way: Way, other: Heading): Drawing {
  if (way === "above")
    return {
      as: "pdf",
      hidden: { by: "crop", left: 0, top: ABOVE, right: SHEET.width, bottom: SHEET.height + ABOVE },
    };
  if (way !== "no ink") return { as: "pdf" };
  const lines = other.html
    .replaceAll(/<\/(?:p|h1|h2|div|tr|dd|span|td)>/g, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll(/&\w+;/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return { as: "pdf", hidden: { by: "no ink", lines: lines.slice(0, 7), top: 40 } };
}

import type { Half } from "../set/courses.ts";
import type { Layout } from "../set/layout.ts";
import { layouts } from "../set/layouts.ts";
import { SHEET } from "../set/page-html.ts";
import type { Drawing } from "./drawing.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";
import type { Pose } from "./poses.ts";

const NUMBER = 7;
const WIDE_SHEET = { width: SHEET.height, height: SHEET.width };

/** How the sheet lies and the phone is held; `wide`: a sheet that is wider than high. */
const WAYS: Record<Half, (Pose & { wide?: "photo" | "scan" })[]> = {
  dev: [
    { tilt: 11, fill: 0.97 },
    { tilt: -13, fill: 0.95, light: 0.62 },
    { shake: 5, fill: 0.96, tilt: 3 },
    { turn: 90 },
    { turn: 180 },
    { wide: "photo", isHeldUpright: true, fill: 0.98 },
    { light: 0.5 },
    { wide: "scan" },
  ],
  "held-out": [
    { tilt: -10, fill: 0.96 },
    { turn: 180, tilt: 2, fill: 0.98 },
    { tilt: 15, fill: 0.97, shake: 4 },
    { light: 0.46, fill: 0.97 },
    { wide: "scan" },
    { turn: 270 },
    { shake: 7, light: 0.75, fill: 0.98 },
    { wide: "photo", fill: 0.97, tilt: 4 },
  ],
};
const CAMERAS: Record<Half, [string, string]> = {
  dev: ["new-phone", "forwarded"],
  "held-out": ["tall-phone", "group-chat"],
};

/** Photos of a sheet on a table: tilted, shaken, dark or turned; and wide sheets. */
export const onTable: HardKind = {
  name: "on-table",
  count: 16,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const { wide, ...pose } = WAYS[half][index % 8] as (typeof WAYS)[Half][number];
    const isTest = !wide && index % 4 === 2;
    const paper = paperFor(half, number, isTest, index % 7 === 6 ? "bn" : "en");
    const fitting = layouts[half].filter(
      ({ suits }) => suits === "both" || suits === (isTest ? "tests" : "finals"),
    );
    const layout = fitting[(index + Math.floor(index / 8)) % fitting.length] as Layout;
    const heading = layout.draw(paper);
    const sheet = wide ? WIDE_SHEET : SHEET;
    const shape: Layout = wide
      ? { ...layout, style: `${layout.style} body { width: ${sheet.width}px }` }
      : layout;
    const html = [sheetHtml({ layout: shape, paper, heading, number, height: sheet.height })];
    // A strong shake would make the letters of a small picture one blot.
    const camera = CAMERAS[half][pose.shake || index < 8 ? 0 : 1] as string;
    const scanner = half === "dev" ? "office" : "department";
    const rotate = index < 8 ? 270 : 0;
    const drawing: Drawing =
      wide === "scan"
        ? { as: "scan", scanner, sideways: { scan: 90, rotate } }
        : { as: "photo", camera, pose };
    return { layout: layout.name, paper, heading, html, drawing, sheet };
  },
};

import type { Half } from "../set/courses.ts";
import { heading as h, only } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 5;

/** Headings of two cells on a line, and text that begins near the gutter. */
const LAYOUTS: Record<Half, Layout[]> = {
  dev: [
    {
      name: "exam-left",
      suits: "both",
      style: `body { padding-left: 34px } h1 { font-size: 1.2em; text-align: center } .two { display: flex; justify-content: space-between } .two b { font-size: 1.05em }`,
      draw: (p) => h`<h1>${p.university}</h1><p style="text-align:center">${p.department}</p>
        <div class="two"><b>${p.exam}</b><span>${p.date ?? p.session ?? p.when}</span></div>
        ${only(p.when && (p.date ?? p.session), () => h`<div class="two"><span>${p.semester}</span><span>${p.when}</span></div>`)}
        <div class="two"><span>${p.labels.code} ${p.code}</span><span>${p.time}</span></div>
        <div class="two"><span>${p.labels.title} ${p.title}</span><span>${p.marks}</span></div>`,
    },
    {
      name: "university-left",
      suits: "both",
      style: `body { padding-left: 30px } header { border-bottom: 1px solid; padding-bottom: .4em } h1 { font-size: 1.15em } .two { display: flex; justify-content: space-between }`,
      draw: (
        p,
      ) => h`<h1>${p.university}</h1><div class="two"><span>${p.department}</span><span>${p.semester}</span></div>
        <div class="two"><b>${p.exam}</b><b>${p.when ?? p.session ?? p.date}</b></div>
        <div class="two"><b>${p.code}: ${p.title}</b><span>${p.marks}</span></div><p>${p.time}</p>`,
    },
  ],
  "held-out": [
    {
      name: "code-left",
      suits: "both",
      style: `body { padding-left: 32px } table { width: 100% } td:last-child { text-align: right } td { padding: 0 } h1 { font-size: 1.25em }`,
      draw: (p) => h`<h1>${p.university}</h1><p>${p.department}</p><table>
        <tr><td><b>${p.exam}</b></td><td>${p.session ?? p.when ?? p.date}</td></tr>
        ${only(p.session && p.when, () => h`<tr><td>${p.semester}</td><td>${p.when}</td></tr>`)}
        <tr><td>${p.code} (${p.title})</td><td>${p.marks}</td></tr><tr><td>${p.time}</td><td>${p.set}</td></tr></table>`,
    },
    {
      name: "all-left",
      suits: "both",
      style: `body { padding-left: 36px } .two { display: grid; grid-template-columns: 1.6fr 1fr; } header { border-bottom: 2px solid } h1 { font-size: 1.1em; text-decoration: underline }`,
      draw: (
        p,
      ) => h`<h1>${p.university}</h1><div class="two"><span>${p.exam}</span><span>${p.when ?? p.date ?? p.session}</span></div>
        <div class="two"><span>${p.labels.title} ${p.title}</span><span>${p.labels.code} ${p.code}</span></div>
        <div class="two"><span>${p.department}</span><span>${p.time}</span></div><p>${p.marks}</p>`,
    },
  ],
};
const CAMERAS: Record<Half, [small: string, large: string]> = {
  dev: ["forwarded", "new-phone"],
  "held-out": ["group-chat", "tall-phone"],
};

/** Photos of a page of a bound volume that curves down into the shadow of the gutter. */
export const gutter: HardKind = {
  name: "gutter",
  count: 16,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const paper = paperFor(half, number, false, index % 5 === 4 ? "bn" : "en");
    const layout = LAYOUTS[half][Math.floor(index / 2) % 2] as Layout;
    const heading = layout.draw(paper);
    const side = index % 6 === 5 ? "right" : "left";
    const width = 0.05 + paper.choose(31) / 1_000;
    const pose = {
      gutter: { side, width } as const,
      fill: 1 + paper.choose(5) / 100,
      tilt: paper.choose(3) - 1,
    };
    const html = [sheetHtml({ layout, paper, heading, number })];
    return {
      layout: layout.name,
      paper,
      heading,
      html,
      drawing: { as: "photo", camera: CAMERAS[half][index % 2] as string, pose },
    };
  },
};

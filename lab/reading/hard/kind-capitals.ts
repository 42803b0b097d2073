import type { Half } from "../set/courses.ts";
import { heading as h, only } from "../set/heading.ts";
import { examAndWhen, examOfSemester, type Layout } from "../set/layout.ts";
import type { Drawing } from "./drawing.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 6;
const WIDE = "text-transform: uppercase; font-weight: bold; -webkit-text-stroke: .35px";

const LAYOUTS: Record<Half, Layout[]> = {
  dev: [
    {
      name: "wide-centre",
      suits: "both",
      style: `header { text-align: center; font-family: "Liberation Serif"; font-size: 1.1em; ${WIDE} } h1 { font-size: 1.25em; letter-spacing: .13em } p { letter-spacing: .09em } .rule { letter-spacing: 0 } section p { letter-spacing: 0 }`,
      draw: (p) => h`<h1>${p.university}</h1><p>${p.department}</p><p>${examOfSemester(p, " ")}</p>
        <p>${p.code}: ${p.title}</p><p>${p.time} &emsp; ${p.marks}</p>${only(p.session, () => h`<p>${p.session}</p>`)}`,
    },
    {
      name: "wide-rows",
      suits: "both",
      style: `header { font-family: "DejaVu Serif"; font-size: .95em; ${WIDE} } h1 { font-size: 1.2em; letter-spacing: .16em; text-align: center } .row { display: flex; justify-content: space-between; letter-spacing: .06em } .exam { text-align: center; letter-spacing: .12em }`,
      draw: (p) => h`<h1>${p.university}</h1><p class="exam">${examAndWhen(p, ", ")}</p>
        <div class="row"><span>${p.labels.code} ${p.code}</span><span>${p.time}</span></div>
        <div class="row"><span>${p.labels.title} ${p.title}</span><span>${p.marks}</span></div>${only(p.session, () => h`<p>${p.session}</p>`)}`,
    },
  ],
  "held-out": [
    {
      name: "typewriter-capitals",
      suits: "both",
      style: `header { text-align: center; font-family: "FreeSerif"; font-size: 1.12em; ${WIDE} } h1 { font-size: 1.15em; letter-spacing: .19em } h2 { font-size: 1.1em; letter-spacing: .15em } p { letter-spacing: .08em } .rule, section p { letter-spacing: 0 } .ends { display: flex; justify-content: space-between }`,
      draw: (
        p,
      ) => h`<h1>${p.university}</h1><p>${p.department}</p><h2>${p.exam}${only(p.when, () => h`, ${p.when}`)}</h2>
        ${only(p.semester ?? p.session, () => h`<p>${p.semester} ${p.session}</p>`)}<h2>${p.labels.sometimes}${p.code}</h2><h2>${p.title}</h2>
        <p class="ends"><span>${p.marks}</span><span>${p.time}</span></p>`,
    },
    {
      name: "stretched",
      suits: "both",
      style: `header { font-family: "Caladea"; font-size: 1.05em; ${WIDE}; letter-spacing: .11em } h1 { font-size: 1.3em; word-spacing: .2em } .rule, section { letter-spacing: 0 }`,
      draw: (p) => h`<h1>${p.university}</h1><p>${p.code} - ${p.title}</p><p>${examOfSemester(p, " - ")}</p>
        ${only(p.session, () => h`<p>${p.session}</p>`)}<p>${p.department}</p><p>${p.marks}, ${p.time}</p>`,
    },
  ],
};
const DEVICES: Record<Half, Drawing[]> = {
  dev: [
    { as: "scan", scanner: "coarse" },
    { as: "photo", camera: "forwarded", pose: { curve: 0.012 } },
    { as: "scan", scanner: "coarse" },
  ],
  "held-out": [
    { as: "photo", camera: "group-chat", pose: { curve: 0.016 } },
    { as: "scan", scanner: "cheap" },
    { as: "scan", scanner: "cheap" },
  ],
};

/** Headings in wide, bold capitals with serifs, on coarse scans and small photos, slightly curved. */
export const capitals: HardKind = {
  name: "capitals",
  count: 16,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const paper = paperFor(half, number, index % 5 === 3);
    const layout = LAYOUTS[half][index % 2] as Layout;
    const heading = layout.draw(paper);
    const drawing = DEVICES[half][index % 3] as Drawing;
    const html = [
      sheetHtml({ layout, paper, heading, number }),
      sheetHtml({ layout, paper, heading, number, page: 2 }),
    ];
    return {
      layout: layout.name,
      paper,
      heading,
      html: drawing.as === "scan" ? html : html.slice(0, 1),
      drawing,
      shown: 1,
    };
  },
};

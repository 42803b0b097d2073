import type { Half } from "../set/courses.ts";
import { heading as h, type Heading, only, type Statement } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import { layouts } from "../set/layouts.ts";
import type { Drawing } from "./drawing.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 8;

type Way = "picture" | "logo" | "hand" | "fax" | "none" | "other words" | "no year";
const WAYS: Record<Half, Way[]> = {
  dev: ["picture", "hand", "other words", "fax", "none", "logo", "no year"],
  "held-out": ["other words", "logo", "fax", "hand", "no year", "picture", "none"],
};

/** Names of exams that don't say which kind of exam it is, or say it in a rare way. */
const EXAMS: Record<Half, Statement[]> = {
  dev: [
    { printed: "Online Written Assessment" },
    { printed: "Mid-Trimester Evaluation", truth: { examType: "mid" } },
    { printed: "End of Term Assessment", tolerated: { examType: ["final"] } },
  ],
  "held-out": [
    { printed: "Open Book Online Evaluation" },
    { printed: "Class Assessment (Written)" },
    { printed: "Concluding Examination of the Trimester", tolerated: { examType: ["final"] } },
  ],
};
const TESTS: Record<Half, Statement[]> = {
  dev: [
    { printed: "CT 02", truth: { examType: "class-test" } },
    { printed: "Class Test # 1", truth: { examType: "class-test" } },
  ],
  "held-out": [
    { printed: "Class Test No. 3", truth: { examType: "class-test" } },
    { printed: "CT#4", truth: { examType: "class-test" } },
  ],
};
/** Fonts that look like writing by hand. */
export const HANDS: Record<Half, string[]> = {
  dev: ["Humor Sans", "Breip"],
  "held-out": ["Dancing Script", "femkeklaver"],
};

/** The size of letters with which a name fits on the arch. */
const letterSize = ({ printed }: Statement): string => String(Math.min(17, Math.floor(640 / printed.length)));

/** The name of the university in an arch above a sign. */
const logo = (
  name: Statement,
): Heading => h`<svg viewBox="0 -16 320 124"><path id="arch" d="M14 100 A 146 96 0 0 1 306 100" fill="none"/>
  <text font-size="${letterSize(name)}" font-weight="bold"><textPath href="#arch" startOffset="50%" text-anchor="middle">${name}</textPath></text>
  <circle cx="160" cy="78" r="27" fill="none" stroke="#101010" stroke-width="2.5"/><path d="M146 86q7-6 14 0q7-6 14 0V68q-7-6-14 0q-7-6-14 0z" fill="none" stroke="#101010" stroke-width="2"/></svg>`;

const PLAIN: Record<Half, Layout> = {
  dev: {
    name: "short",
    suits: "both",
    style:
      "header { text-align: center } svg { width: 330px } .row { display: flex; justify-content: space-between }",
    draw: (p) => h`<p>${p.department}</p><p><b>${p.exam}${only(p.when, () => h` ${p.when}`)}</b></p>
      <div class="row"><span>${p.code}</span><span>${p.title}</span></div><div class="row"><span>${p.time}</span><span>${p.marks}</span></div>`,
  },
  "held-out": {
    name: "brief",
    suits: "both",
    style: "header { border-bottom: 1px solid } svg { width: 300px; display: block; margin: 0 auto }",
    draw: (p) =>
      h`<p>${p.title}, ${p.code}</p><p>${p.exam}${only(p.when, () => h`, ${p.when}`)}</p><p>${p.marks}; ${p.time}</p><p>${p.department}</p>`,
  },
};

/** Headings that are a picture, a logo, written by hand, faxed or missing, and exams with other names. */
export const oddHeadings: HardKind = {
  name: "odd-heading",
  count: 21,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const way = WAYS[half][index % 7] as Way;
    const round = Math.floor(index / 7);
    const isTest = way === "no year" || way === "hand" || (way === "other words" && round === 0);
    const invented = paperFor(half, number, isTest);
    const list = way === "no year" ? TESTS[half] : EXAMS[half];
    const exam =
      way === "no year" || way === "other words" ? (list[round % list.length] as Statement) : invented.exam;
    const dates = way === "no year" ? { when: undefined, date: undefined, session: undefined } : {};
    const paper = { ...invented, exam, ...dates };
    const layout = layoutOf(way, half, index);
    const heading = way === "none" ? { html: "", statements: [] } : layout.draw(paper);
    const drawing = drawingOf(way, half, round);
    return {
      layout: layout.name,
      paper,
      heading,
      html: [sheetHtml({ layout, paper, heading, number })],
      drawing,
    };
  },
};

const handOfDev: Layout["draw"] = (
  p,
) => h`<p>${p.university}</p><p>${p.exam}${only(p.when, () => h` ${p.when}`)}</p>
  <p>${p.code} ${p.title}</p><p>${p.time} ${p.marks}</p>`;
const handOfHeldOut: Layout["draw"] = (p) => h`<p>${p.title} (${p.code})</p><p>${p.exam}, ${p.marks}</p>
  <p>${p.university}</p>${only(p.when, () => h`<p>${p.when}</p>`)}`;

function layoutOf(way: Way, half: Half, index: number): Layout {
  const plain = PLAIN[half];
  if (way === "logo")
    return { ...plain, name: `${plain.name}-logo`, draw: (p) => h`${logo(p.university)}${plain.draw(p)}` };
  if (way === "hand") {
    const font = HANDS[half][Math.floor(index / 7) % 2] as string;
    return {
      ...plain,
      name: `${plain.name}-by-hand`,
      style: `header { font: 1.35em/1.3 "${font}"; transform: rotate(-.7deg); padding-left: 1em } header p:nth-child(even) { margin-left: 2em }`,
      draw: half === "dev" ? handOfDev : handOfHeldOut,
    };
  }
  const withUniversity = {
    ...plain,
    draw: (p) => h`<h1>${p.university}</h1>${plain.draw(p)}`,
  } satisfies Layout;
  const fitting = layouts[half].filter(({ suits }) => suits === "both");
  return way === "fax" || way === "picture" ? (fitting[index % fitting.length] as Layout) : withUniversity;
}

function drawingOf(way: Way, half: Half, round: number): Drawing {
  const isDev = half === "dev";
  if (way === "picture") return { as: "pdf", headingIsPicture: true };
  if (way === "fax") return { as: "fax", fax: isDev ? "poor-fax" : "worn-fax" };
  const photo: Drawing = { as: "photo", camera: isDev ? "new-phone" : "tall-phone", pose: {} };
  if (way === "hand") return round === 1 ? { as: "scan", scanner: isDev ? "office" : "department" } : photo;
  if (way === "logo") return round === 0 ? { as: "pdf" } : photo;
  return round === 2 ? photo : { as: "pdf" };
}

import type { Half } from "../set/courses.ts";
import { heading as h, type Heading, only, type Statement } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import type { Paper } from "../set/paper.ts";
import type { Drawing } from "./drawing.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 4;

/** The line that says everything at once, in the wordings of one half. */
type Line = (paper: Paper) => Heading;
const marks = (p: Paper) => /[\d]+$/.exec(p.marks)?.[0] ?? "30";
const time = (p: Paper) => p.time.replace(/^\S+ /, "");
const section = (p: Paper, names: string[]) => names[p.choose(names.length)] as string;

/** A second code of the same course, such as the one of an older syllabus. */
function bothCodes(p: Paper, between: string, prefixes: string[]): Statement {
  const code = p.code.truth?.code as string;
  const second = `${prefixes[p.choose(prefixes.length)]} ${100 + p.choose(380)}`;
  return {
    printed: `${code}${between}${second}`,
    truth: { code },
    tolerated: { code: [second, `${code}/${second}`, `${code}, ${second}`] },
  };
}

const LINES: Record<Half, Line[]> = {
  dev: [
    (p) => h`<p>Course Code: ${p.code} Marks: ${marks(p)} Time: ${time(p)}</p>`,
    (p) => h`<p>Course: ${p.code} Name: ${p.title}</p><p>Time: ${time(p)} Marks: ${marks(p)}</p>`,
    (p) =>
      h`<p>${p.code} ${p.title} (Sec ${section(p, ["BD", "A", "C & D", "AB"])})</p><p>Marks: ${marks(p)}, ${time(p)}</p>`,
    (p) =>
      h`<p>${bothCodes(p, "/", ["CSI", "EEI", "BUA"])}: ${p.title}</p><p>Full Marks: ${marks(p)} Time: ${time(p)}</p>`,
    (p) =>
      h`<p>Code: ${p.code}; Title: ${p.title}; Sec: ${section(p, ["A-F", "A, B", "G"])}</p><p>Time: ${time(p)}; Marks: ${marks(p)}</p>`,
    (p) => h`<p>${p.code}: ${p.title}, Section: All, Total Marks: ${marks(p)}, Duration: ${time(p)}</p>`,
  ],
  "held-out": [
    (p) => h`<p>Course Title &amp; Code: ${p.title} (${p.code}) Total: ${marks(p)} Duration: ${time(p)}</p>`,
    (p) => h`<p>Sub: ${p.code}, Time- ${time(p)}, Marks- ${marks(p)}</p>`,
    (p) => h`<p>${p.title} - ${p.code} [Section: ${section(p, ["C, D", "E", "A+B"])}] Marks ${marks(p)}</p>`,
    (p) =>
      h`<p>${bothCodes(p, " / ", ["CSC", "ENV", "ACT"])} ${p.title}</p><p>Duration: ${time(p)} | Marks: ${marks(p)}</p>`,
    (p) =>
      h`<p>Subject: ${p.title}; Section: ${section(p, ["A to C", "B", "1-4"])}; Code: ${p.code}; Marks: ${marks(p)}</p>`,
    (p) => h`<p>Course ${p.code} Course Name ${p.title} Time ${time(p)} Full Marks ${marks(p)}</p>`,
  ],
};

/** How the exam and its time are written. */
const EXAMS: Record<Half, Line[]> = {
  dev: [
    ({ isTest, when }) => h`<p class="e">${isTest ? MID : FINAL} : ${when}</p>`,
    ({ exam, when }) => h`<p class="e">${exam}${only(when, () => h` ${when}`)}</p>`,
    ({ isTest, when }) => h`<p class="e">${isTest ? MID : FINAL} Exam${only(when, () => h`: ${when}`)}</p>`,
  ],
  "held-out": [
    ({ isTest, when }) =>
      h`<p class="e">Exam: ${isTest ? MID : FINAL}${only(when, () => h` | Trimester: ${when}`)}</p>`,
    ({ exam, when }) => h`<p class="e">${exam}${only(when, () => h` - ${when}`)}</p>`,
    ({ isTest, when }) => h`<p class="e">${when} (${isTest ? MID : FINAL})</p>`,
  ],
};
const FINAL: Statement = { printed: "Final", truth: { examType: "final" } };
const MID: Statement = { printed: "Mid", truth: { examType: "mid" } };

const STYLES: Record<Half, string[]> = {
  dev: [
    "header { text-align: center } h1 { font-size: 1.25em }",
    "h1 { font-size: 1.15em } header { border-bottom: 1px solid; padding-bottom: .4em }",
  ],
  "held-out": [
    "header { text-align: center; border: 1px solid; padding: .5em } h1 { font-size: 1.2em } .e { font-weight: bold }",
    "h1 { font-size: 1.3em; text-align: right } header { border-top: 2px solid }",
  ],
};
const DEVICES: Record<Half, Drawing[]> = {
  dev: [
    { as: "pdf" },
    { as: "scan", scanner: "office" },
    { as: "photo", camera: "new-phone", pose: {} },
    { as: "pdf" },
    { as: "photo", camera: "forwarded", pose: {} },
  ],
  "held-out": [
    { as: "pdf" },
    { as: "photo", camera: "tall-phone", pose: {} },
    { as: "scan", scanner: "department" },
    { as: "pdf" },
    { as: "photo", camera: "group-chat", pose: {} },
  ],
};

/** Headings that say several details on one line, with one label behind the other. */
export const oneLine: HardKind = {
  name: "one-line",
  count: 18,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const isTest = index % 3 !== 2;
    const paper = withWhen(paperFor(half, number, isTest), half, index);
    const line = LINES[half][index % 6] as Line;
    const exam = EXAMS[half][(index + Math.floor(index / 6)) % 3] as Line;
    const layout: Layout = {
      name: `${half === "dev" ? "one-line" : "all-in-one"}-${index % 6}`,
      suits: "both",
      style: STYLES[half][Math.floor(index / 3) % 2] as string,
      draw: (p) =>
        h`<h1>${p.university}</h1>${only(index % 4 !== 3, () => h`<p>${p.department}</p>`)}${exam(p)}${line(p)}`,
    };
    const heading = layout.draw(paper);
    const drawing = DEVICES[half][index % 5] as Drawing;
    const first = sheetHtml({ layout, paper, heading, number });
    const html =
      drawing.as === "scan" ? [first, sheetHtml({ layout, paper, heading, number, page: 2 })] : [first];
    return { layout: layout.name, paper, heading, html, drawing, shown: 1 };
  },
};

/** A paper whose heading has a season and a year. */
function withWhen(paper: Paper, half: Half, index: number): Paper {
  if (paper.when) return paper;
  const season = (half === "dev" ? ["Fall", "Spring", "Summer"] : ["Summer", "Fall", "Spring"])[
    index % 3
  ] as string;
  const year = String(2011 + ((index * 5) % 13));
  return { ...paper, when: { printed: `${season} ${year}`, truth: { year, term: season.toLowerCase() } } };
}

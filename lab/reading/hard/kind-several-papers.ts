import type { Half } from "../set/courses.ts";
import { truthOf } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import { layouts } from "../set/layouts.ts";
import type { Paper } from "../set/paper.ts";
import type { OtherPaper } from "../set/pages.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 3;

type Way = "one sheet" | "open book" | "courses" | "terms" | "no heading" | "one exam";
const WAYS: Record<Half, Way[]> = {
  dev: ["one sheet", "courses", "terms", "no heading", "open book", "one exam"],
  "held-out": ["terms", "one sheet", "no heading", "courses", "one exam", "open book"],
};
const TERMS = { dev: ["Spring", "Summer", "Fall"], "held-out": ["Summer", "Fall", "Spring"] } as const;

/** Files with several exams: two on one sheet, one after the other, and for comparison one exam with many headings. */
export const severalPapers: HardKind = {
  name: "several-papers",
  count: 18,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const way = WAYS[half][index % 6] as Way;
    const round = Math.floor(index / 6);
    const fitting = layouts[half].filter(({ suits }) => suits === "both");
    const layout = fitting[(index + round) % fitting.length] as Layout;
    const isTest = way === "terms" && round === 1;
    const paper =
      way === "terms" ? inTerm(paperFor(half, number, isTest), half, 0) : paperFor(half, number, isTest);
    const heading = layout.draw(paper);
    const first = sheetHtml({ layout, paper, heading, number });
    const rest = (of: Paper, at: number) => sheetHtml({ layout, paper: of, number: at, page: 2 });
    const common = { layout: layout.name, paper, heading };

    if (way === "one exam") {
      const again = rest(paper, number).replace("<section>", `<header>${heading.html}</header><section>`);
      return { ...common, html: [first, again], drawing: { as: "pdf" }, others: [], shown: 1 };
    }
    if (way === "one sheet" || way === "open book") {
      const other = paperFor(half, number + 400, false);
      const beside = layout.draw(other);
      const html = [first, sheetHtml({ layout, paper: other, heading: beside, number: number + 400 })];
      const others = [{ page: 1, ...truthOf(beside.statements) }];
      const camera = half === "dev" ? "new-phone" : "tall-phone";
      return {
        ...common,
        html,
        drawing: way === "one sheet" ? { as: "pdf", sheets: "both" } : { as: "photo", camera, pose: {} },
        others,
      };
    }
    const html = [first, ...(index % 2 === 0 ? [rest(paper, number)] : [])];
    const others: OtherPaper[] = [];
    for (let at = 1; at <= 1 + (round % 3); at += 1) {
      const next = way === "terms" ? inTerm(paper, half, at) : paperFor(half, number + 400 + at * 20, isTest);
      const drawn = way === "no heading" ? { html: "", statements: [] } : layout.draw(next);
      others.push({ page: html.length + 1, ...truthOf(drawn.statements) });
      html.push(sheetHtml({ layout, paper: next, heading: drawn, number: number + 400 + at * 20 }));
      if ((index + at) % 3 === 0) html.push(rest(next, number + 400 + at * 20));
    }
    return { ...common, html, drawing: { as: "pdf" }, others, shown: 1 };
  },
};

/** The same course in another term of the same year. */
function inTerm(paper: Paper, half: Half, at: number): Paper {
  const term = TERMS[half][at % 3] as string;
  const year = String(2012 + (Number(paper.code.truth?.code?.slice(-2)) % 12));
  const when = { printed: `${term} ${year}`, truth: { year, term: term.toLowerCase() } };
  return { ...paper, when, session: undefined, date: undefined, semester: undefined };
}

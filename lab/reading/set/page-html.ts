import { seeded } from "../../../scripts/lib/seeded.ts";
import type { Half } from "./courses.ts";
import type { Heading } from "./heading.ts";
import type { Layout } from "./layout.ts";
import type { Paper } from "./paper.ts";
import { QUESTIONS_BN, QUESTIONS_EN, RULES_BN, RULES_EN, TRICKY_BN, TRICKY_EN } from "./questions.ts";
import { banglaDigits } from "./words.ts";

/** Each half has its own fonts, for Latin and Bangla letters. */
export const FONTS: Record<Half, { latin: string[]; bangla: string[] }> = {
  dev: {
    latin: ["Liberation Serif", "Carlito", "Liberation Serif", "DejaVu Serif"],
    bangla: ["Noto Serif Bengali", "Lohit Bengali", "Likhan"],
  },
  "held-out": {
    latin: ["FreeSerif", "Caladea", "Liberation Sans", "FreeSerif"],
    bangla: ["Noto Sans Bengali", "Mukti", "Ani"],
  },
};

/** The size of a sheet in px. */
export interface Sheet {
  width: number;
  height: number;
}

/** The size of A4 in px at 96 dots per inch. */
export const SHEET = { width: 794, height: 1_123 };

interface PageWishes {
  layout: Layout;
  heading: Heading;
  paper: Paper;
  /** The same number gives the same questions and font. */
  number: number;
  /** The first page has the heading; the second one only questions. */
  page: 1 | 2;
  /** The height of the sheet in px: less than A4 for a test that is printed on half a sheet. */
  height: number;
}

/** One page of a paper as HTML. Questions that don't fit are below the edge of the sheet. */
export function pageHtml({ layout, heading, paper, number, page, height }: PageWishes): string {
  const random = seeded(number * 613 + page);
  const choose = (below: number) => Math.floor(random() * below);
  const fonts = FONTS[paper.half];
  const [latin, bangla] = [
    fonts.latin[number % fonts.latin.length] as string,
    fonts.bangla[number % fonts.bangla.length] as string,
  ];
  const isBangla = paper.body === "bn";
  const questions = isBangla ? QUESTIONS_BN : QUESTIONS_EN;
  const tricky = isBangla ? TRICKY_BN : TRICKY_EN;
  const rules = isBangla ? RULES_BN : RULES_EN;
  const size = 13 + choose(4);
  const count = paper.isTest ? 3 + choose(4) : 26;
  const first = choose(questions.length);
  /** The place of a tricky question, on one page in eight. */
  const trap = choose(8) === 0 ? choose(count) : -1;
  const rule = rules[choose(rules.length)] as string;
  const lines = Array.from({ length: count }, (_one, index) => {
    const at = page === 2 ? index + count : index;
    const marks = 4 + choose(9);
    return {
      number: isBangla ? `${banglaDigits(at + 1)}।` : `${at + 1}.`,
      text: (index === trap
        ? tricky[choose(tricky.length)]
        : questions[(first + at * 3) % questions.length]) as string,
      marks: isBangla ? banglaDigits(marks) : String(marks),
    };
  });
  const section = lines
    .map((line) => `<div class="q"><b>${line.number}</b><p>${line.text}</p><i>${line.marks}</i></div>`)
    .join("");
  const lead =
    page === 1 ? `<header>${superscripts(heading.html, number)}</header><p class="rule">${rule}</p>` : "";
  const margin = 40 + choose(36);
  return `<!doctype html><meta charset="utf-8"><style>
    @page { size: A4; margin: 0 } * { box-sizing: border-box } html, body { margin: 0; background: #fff }
    body { width: ${SHEET.width}px; height: ${height}px; overflow: hidden; padding: ${margin - 4}px ${margin + 12}px;
      font: ${size}px/1.42 "${latin}", "${bangla}"; color: #101010 }
    p, h1, h2 { margin: 0 } header { margin-bottom: .8em } .rule { margin-bottom: .7em; font-style: italic }
    .q { display: grid; grid-template-columns: 2.2em 1fr 2em; margin-bottom: .75em } .q b { font-weight: normal }
    .q i { font-style: normal; text-align: right; align-self: end } sup { font-size: .65em; line-height: 0 }
    ${layout.style}</style><body>${lead}<section>${section}</section></body>`;
}

/** Word processors raise the letters of an ordinal, in two papers of three. */
function superscripts(html: string, number: number): string {
  return number % 3 === 0 ? html : html.replaceAll(/(?<=\b\d)(st|nd|rd|th)\b/g, "<sup>$1</sup>");
}

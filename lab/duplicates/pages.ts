import type { Browser } from "playwright-core";
import type { SampleItem } from "../../src/server/contributing/sample/types.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { pageOf } from "../../scripts/lib/sample-page.ts";
import { question } from "../../scripts/lib/sample-paper.ts";

/**
 * `varied`: papers of many universities and layouts. `template`: finals of one department, with the same
 * heading and the same number of questions. `short`: class tests of that department, with five questions of
 * one or two lines below the same heading.
 */
export const pageSets = ["varied", "template", "short"] as const;
export type PageSet = (typeof pageSets)[number];

const WORDS = (
  "a an the of in for with and on to by from is are can explain define derive prove compare draw design describe show " +
  "find state discuss write calculate estimate justify construct evaluate algorithm matrix circuit graph network queue " +
  "stack market demand supply force energy theorem function integral series current voltage protocol memory process " +
  "model structure analysis equation example diagram method property condition system value cost rate table following"
).split(" ");
const UNIVERSITIES = [
  "Padma University",
  "Meghna University of Engineering",
  "Surma College",
  "Jamuna Institute",
];
const DEPARTMENTS = ["CSE", "Civil", "bba"];
const EXAMS = ["final", "mid", "class-test"];
const FONTS = ["Liberation Serif", "Liberation Sans", "DejaVu Serif", "Noto Serif"];

/** The size of A4 at 96 dots per inch, in px. */
const SHEET = { width: 794, height: 1_123 };

/**
 * The first page of an invented paper, as a picture.
 * @param number the same number gives the same page, and a different number gives a different page
 */
export const pageImage = (browser: Browser, set: PageSet, number: number): Promise<Buffer> =>
  drawn(browser, pageHtml(set, number));

/** The cover page of an answer book or of a bound volume, with a few lines. @param number as in `pageImage` */
export function coverImage(browser: Browser, number: number): Promise<Buffer> {
  const university = UNIVERSITIES[number % UNIVERSITIES.length];
  const lines = [
    "Question papers",
    `Department of ${DEPARTMENTS[number % 3]}`,
    `Final examination ${2_000 + number}`,
  ];
  const rules = Array.from(
    { length: number % 5 },
    (_none, rule) => `<p>${rule + 1}. ${WORDS.slice(rule, rule + 9).join(" ")}</p>`,
  );
  return drawn(
    browser,
    `<body style="font: 22px '${FONTS[number % FONTS.length]}'; text-align: center; padding: ${60 + (number % 7) * 20}px">` +
      `<h1>${university}</h1>${lines.map((line) => `<h2>${line}</h2>`).join("")}${rules.join("")}</body>`,
  );
}

async function drawn(browser: Browser, html: string): Promise<Buffer> {
  const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage({ viewport: SHEET }));
  await page.setContent(html);
  return page.screenshot();
}

function pageHtml(set: PageSet, number: number): string {
  const random = seeded(number * 7_919 + pageSets.indexOf(set) * 50_000_000);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const words = (least: number, most: number) =>
    Array.from({ length: least + below(most - least) }, () => pick(WORDS)).join(" ");
  const [isVaried, isShort] = [set === "varied", set === "short"];
  const code = `CSE ${1_000 + below(4_000)}`;
  const fields = {
    university: isVaried ? pick(UNIVERSITIES) : "Padma University",
    department: isVaried ? pick(DEPARTMENTS) : "CSE",
    semester: isVaried ? String(1 + below(8)) : "5",
    examType: isVaried ? pick(EXAMS) : isShort ? "class-test" : "final",
    year: isVaried ? String(2_010 + below(15)) : "2019",
    code,
    subject: words(2, 4),
  };
  const part = (): [string, string] => [`${isShort ? words(9, 20) : words(6, 26)}.`, String(2 + below(8))];
  const parts = () => Array.from({ length: isShort ? 1 : 1 + below(3) }, part);
  const count = isVaried ? 5 + below(10) : isShort ? 5 : 8;
  const body =
    `<p class="rules">Answer any SIX of the following questions. Figures in the right margin indicate full marks.</p>` +
    Array.from({ length: count }, (_none, index) => question(index + 1, ...parts())).join("");
  const item = { kind: "question", fields } as unknown as SampleItem;
  const html = pageOf({ name: "", look: "print", item: 0, body, time: "3 hours", marks: "72" }, item);
  const look = isVaried
    ? `html { padding: ${45 + below(40)}px ${45 + below(50)}px } body { font-family: "${pick(FONTS)}"; font-size: ${10 + below(5)}pt }`
    : "html { padding: 57px 64px }";
  // Overflowing text moves to the second page, under a margin of the same width.
  return html.replace(
    "</style>",
    `html { background: white; height: 100vh; overflow: hidden } body { height: 100%; overflow: hidden } ${look}</style>`,
  );
}

import { firstQuestionOf } from "../../src/server/files/recognition/first-question.ts";
import type { Half } from "../reading/set/courses.ts";
import type { PilePhoto } from "./photo-piles.ts";
import type { ReadPage, TestPaper } from "./test-papers.ts";

interface Scheme {
  name: string;
  label: (at: Date, photo: { number: number; page: number; paper: TestPaper }) => string;
  hasTime: boolean;
}

const two = (value: number) => String(value).padStart(2, "0");
const day = (at: Date, between: string) =>
  [at.getUTCFullYear(), two(at.getUTCMonth() + 1), two(at.getUTCDate())].join(between);

/** How cameras, messengers and people name photos. Each half has other words for its own names. */
const SCHEMES: Record<Half, Scheme[]> = {
  dev: [
    { name: "camera", label: (at) => `IMG_${day(at, "")}_${clock(at)}.jpg`, hasTime: true },
    {
      name: "messenger",
      label: (at) => `WhatsApp Image ${day(at, "-")} at ${hours(at)}.jpeg`,
      hasTime: false,
    },
    {
      name: "own names",
      label: (_at, { page, paper }) =>
        `${paper.truth.code ?? "paper"} ${paper.truth.examType ?? ""} ${page}.jpg`,
      hasTime: false,
    },
  ],
  "held-out": [
    {
      name: "camera",
      label: (at, { number }) => `IMG_${day(at, "")}_${clock(at)}_${two(number)}.jpg`,
      hasTime: true,
    },
    {
      name: "messenger",
      label: (at, { number }) => `WhatsApp Image ${day(at, "-")} at ${hours(at)} (${1 + (number % 3)}).jpeg`,
      hasTime: false,
    },
    {
      name: "own names",
      label: (_at, { page, paper }) =>
        `${(paper.truth.subject ?? "question").toLowerCase().replaceAll(" ", "-")}_p${page}.jpg`,
      hasTime: false,
    },
  ],
};

const clock = (at: Date) => `${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}`;
const hours = (at: Date) =>
  `${at.getUTCHours() % 12 || 12}.${two(at.getUTCMinutes())}.${two(at.getUTCSeconds())} ${at.getUTCHours() < 12 ? "AM" : "PM"}`;

/** Questions that name a year, which is no year of an exam. */
const DATED = [
  'What does Sen (1983) mean by "entitlement"? Discuss with the famine of 1974.',
  "Prove the theorem of Karmarkar (1984) for the given polytope.",
  "In 2016, a company bought a machine for 4,50,000 taka. Compute its depreciation in 2019.",
];
type Trouble = "year in a question" | "wide page" | "missing page" | "none";
const TROUBLES: Trouble[] = ["year in a question", "wide page", "missing page", "none", "year in a question"];
/** The pages of a paper before one goes missing, in turns. */
const PAGES = [3, 2, 4, 2, 3, 1, 4];

/**
 * Piles of photos of one person under three naming schemes: one paper after the other, with a year in a question, a page that is
 * wider than high, or without a page.
 */
export function hardPiles(
  half: Half,
  papers: readonly TestPaper[],
  { of, random }: { of: (text: string) => number; random: () => number },
): [name: string, pile: PilePhoto[]][] {
  return SCHEMES[half].map((scheme, schemeIndex) => {
    let at = Date.UTC(2024, 5 + schemeIndex, 3, 8, 12);
    let number = 0;
    const photos = papers.flatMap((paper, index) => {
      const trouble = TROUBLES[(index + schemeIndex) % TROUBLES.length] as Trouble;
      const count = Math.max(
        PAGES[(index + 2 * schemeIndex) % PAGES.length] as number,
        trouble === "none" ? 1 : 3,
      );
      at += 8_000 + random() * 60_000;
      return Array.from({ length: count }, (_page, page): PilePhoto[] => {
        at += page > 0 ? 3_000 + random() * 20_000 : 0;
        if (trouble === "missing page" && page === 1) return [];
        const { text, traits } = pageOf(paper, page, trouble);
        const label = scheme.label(new Date(at), { number, page: page + 1, paper });
        number += 1;
        return [
          {
            rowId: `${schemeIndex}-${index}-${page}`,
            label,
            heading: of(text),
            firstQuestion: firstQuestionOf(text),
            traits: { ...traits, ...(scheme.hasTime && { takenAt: at }) },
            paper: index,
          },
        ];
      }).flat();
    });
    return [scheme.name, photos];
  });
}

function pageOf({ first, later }: TestPaper, page: number, trouble: Trouble): ReadPage {
  if (page === 0) return first;
  const { width, height } = later.traits;
  if (trouble === "wide page" && page === 1)
    return {
      ...later,
      traits: { ...later.traits, width: Math.max(width, height), height: Math.min(width, height) },
    };
  if (trouble !== "year in a question") return later;
  const lines = later.text.split("\n");
  const question = /^\s*(\d+)/.exec(lines[0] ?? "")?.[1] ?? "4";
  return { ...later, text: [`${question}. ${DATED[page % DATED.length]}`, ...lines.slice(1)].join("\n") };
}

import type { LonePhoto } from "../../src/server/contributing/piles/group-photos.ts";
import { firstQuestionOf } from "../../src/server/files/recognition/first-question.ts";
import type { TestPaper } from "./test-papers.ts";

/** A photo and the paper that it shows. */
export interface PilePhoto extends LonePhoto {
  paper: number;
}

interface Style {
  name: string;
  /** @param at the time of the photo, in epoch ms; @param number the photo's place in the pile, from 0 */
  label: (at: Date, number: number, place: { paper: number; page: number }) => string;
  /** Whether the file says when it was taken. Messengers remove the time. */
  hasTime: boolean;
}

const digits = (count: number, value: number) => String(value).padStart(count, "0");
const day = (at: Date) =>
  `${at.getUTCFullYear()}${digits(2, at.getUTCMonth() + 1)}${digits(2, at.getUTCDate())}`;
const clock = (at: Date) =>
  `${digits(2, at.getUTCHours())}${digits(2, at.getUTCMinutes())}${digits(2, at.getUTCSeconds())}`;

/** How phones, messengers and people name photos. */
export const styles: Style[] = [
  { name: "Android", label: (at) => `IMG_${day(at)}_${clock(at)}.jpg`, hasTime: true },
  { name: "Samsung", label: (at) => `${day(at)}_${clock(at)}.jpg`, hasTime: true },
  { name: "Pixel", label: (at) => `PXL_${day(at)}_${clock(at)}412.jpg`, hasTime: true },
  { name: "iPhone", label: (_at, number) => `IMG_${digits(4, 2_871 + number)}.HEIC`, hasTime: true },
  {
    name: "WhatsApp",
    label: (at, number) => `IMG-${day(at)}-WA${digits(4, 12 + number)}.jpg`,
    hasTime: false,
  },
  {
    name: "Telegram",
    label: (at, number) =>
      `photo_${number + 1}_${at.toISOString().slice(0, 10)}_${at.toISOString().slice(11, 19).replaceAll(":", "-")}.jpg`,
    hasTime: false,
  },
  {
    name: "scanner app",
    label: (_at, number) => `CamScanner 05-10-2024 10.11_${number + 1}.jpg`,
    hasTime: false,
  },
  {
    name: "named by hand",
    label: (_at, _number, { paper, page }) => `paper ${String.fromCodePoint(97 + paper)} page ${page}.jpg`,
    hasTime: false,
  },
];

/** The pauses between two photos, in ms: of one paper, and before the next paper. */
const WITHIN = [4_000, 25_000] as const;
const BETWEEN = [7_000, 70_000] as const;
/** How many pages the papers of a pile have, in turns. */
const PAGES = [2, 1, 3, 2, 1, 2, 4, 1];

/** A pile of photos of one person, who photographs one paper after the other. */
export function photoPile(
  style: Style,
  papers: readonly TestPaper[],
  headings: { of: (text: string) => number; random: () => number },
): PilePhoto[] {
  const between = ([least, most]: readonly [number, number]) => least + headings.random() * (most - least);
  let at = Date.UTC(2024, 4, 10, 9, 30);
  let number = 0;
  return papers.flatMap((paper, index) => {
    at += between(BETWEEN);
    const pages = PAGES[(index + styles.indexOf(style)) % PAGES.length] as number;
    return Array.from({ length: pages }, (_page, page): PilePhoto => {
      if (page > 0) at += between(WITHIN);
      const { text, traits } = page === 0 ? paper.first : paper.later;
      const label = style.label(new Date(at), number, { paper: index, page: page + 1 });
      number += 1;
      return {
        rowId: label,
        label,
        heading: headings.of(text),
        firstQuestion: firstQuestionOf(text),
        traits: { ...traits, ...(style.hasTime && { takenAt: at }) },
        paper: index,
      };
    });
  });
}

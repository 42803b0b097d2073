import { asText, type Table } from "../lib/tables.ts";
import { type Detail, details } from "./set/heading.ts";
import type { Reading, Verdict } from "./score.ts";

/** Right, wrong and absent values among the pages that print a detail, and wrong values on all other pages. */
export interface DetailScore extends Record<Verdict, number> {
  invented: number;
}

/** The scores of one reader for one kind of pages. */
export interface Score {
  pages: number;
  /** Pages on which code, exam type and year are all right. */
  allRight: number;
  details: Record<Detail, DetailScore>;
  /** The share of wrong letters in %, or null without pages of that language. */
  lettersEn: number | null;
  lettersBn: number | null;
  /** Processor time per page. */
  seconds: number;
}

export function scoreOf(readings: Reading[]): Score {
  const of = (detail: Detail): DetailScore => {
    const printing = readings.filter(({ printed }) => printed.includes(detail));
    const count = (verdict: Verdict) =>
      printing.filter(({ verdicts }) => verdicts[detail] === verdict).length;
    const wrong = readings.filter(({ verdicts }) => verdicts[detail] === "wrong").length;
    return {
      right: count("right"),
      wrong: count("wrong"),
      absent: count("absent"),
      invented: wrong - count("wrong"),
    };
  };
  const rate = (language: "en" | "bn") => {
    const all = readings.flatMap(({ letters }) => letters[language] ?? []);
    const length = all.reduce((sum, one) => sum + one.length, 0);
    return length === 0 ? null : rounded((100 * all.reduce((sum, one) => sum + one.errors, 0)) / length);
  };
  return {
    pages: readings.length,
    allRight: readings.filter(({ isAllRight }) => isAllRight).length,
    details: Object.fromEntries(details.map((detail) => [detail, of(detail)])) as Score["details"],
    lettersEn: rate("en"),
    lettersBn: rate("bn"),
    seconds: rounded(readings.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, readings.length)),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const percent = (part: number, of: number): string => (of === 0 ? "-" : `${Math.round((100 * part) / of)} %`);

/** One row for each score. A cell of a detail says how many are right, and in brackets how many are wrong. */
export function scoreTable(scores: [name: string, score: Score][]): Table {
  const head = ["", "pages", "all three", ...details, "letters en", "letters bn", "s a page"];
  const rows = scores.map(([name, score]) => [
    name,
    String(score.pages),
    percent(score.allRight, score.pages),
    ...details.map((detail) => cell(score.details[detail])),
    score.lettersEn === null ? "-" : `${score.lettersEn} %`,
    score.lettersBn === null ? "-" : `${score.lettersBn} %`,
    String(score.seconds),
  ]);
  return [head, ...rows];
}

const SHOWN = [
  ["code", "code"],
  ["exam", "examType"],
  ["year", "year"],
  ["university", "university"],
  ["title", "subject"],
] as const;

/**
 * The details of one kind of pages, with one row for each detail: on how many pages it is right, wrong and missing, and on how
 * many of the wrong ones the reader was sure. The last row counts whole files with several papers.
 */
export function kindReport(title: string, readings: Reading[]): string {
  const rows = SHOWN.map(([name, detail]) => {
    const of = (verdict: Verdict) => readings.filter(({ verdicts }) => verdicts[detail] === verdict);
    const right = of("right").filter(({ printed }) => printed.includes(detail));
    const sure = of("wrong").filter(({ sureAndWrong }) => sureAndWrong.includes(detail));
    return [name, right.length, of("wrong").length, of("absent").length, sure.length].map(String);
  });
  const whole = readings.filter(({ papers }) => papers !== undefined);
  const files = (["right", "wrong", "absent"] as const).map((verdict) =>
    whole.filter(({ papers }) => papers === verdict),
  );
  const last = whole.length > 0 ? [["all papers", ...files.map(({ length }) => String(length)), "-"]] : [];
  const head = [`${readings.length} pages`, "right", "wrong", "missing", "wrong and sure"];
  return `\n${title}\n${asText([head, ...rows, ...last])}`;
}

function cell({ right, wrong, absent, invented }: DetailScore): string {
  return `${right} (${wrong + invented}) of ${right + wrong + absent}`;
}

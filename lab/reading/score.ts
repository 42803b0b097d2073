import { departmentKey } from "../../src/shared/courses/departments.ts";
import { semesterKey, setKey, termKey } from "../../src/shared/facets/normal-forms.ts";
import { foldText, normalizeCode } from "../../src/shared/text/words.ts";
import { errorsOf } from "./error-rate.ts";
import type { Facts, ReadPage } from "./readers.ts";
import type { PageText } from "./set/draw.ts";
import { UNIVERSITIES } from "./set/courses.ts";
import { type Detail, details } from "./set/heading.ts";
import type { TestPage } from "./set/pages.ts";

/** `absent`: the page prints the detail, and the reader proposes nothing. */
export type Verdict = "right" | "wrong" | "absent";

export interface Letters {
  errors: number;
  length: number;
}

/** The result of one reader for one page. */
export interface Reading {
  page: string;
  reader: string;
  /** Processor time with child processes, in s. */
  seconds: number;
  facts: ReadPage["facts"];
  verdicts: Record<Detail, Verdict>;
  /** The wrong details of which the reader was sure. */
  sureAndWrong: Detail[];
  /** Whether the reader found all papers of a file that can have several. */
  papers?: Verdict;
  /** The details that the page prints. */
  printed: Detail[];
  /** Whether code, exam type and year are all right. */
  isAllRight: boolean;
  letters: { en?: Letters; bn?: Letters };
}

const NORMAL: Record<Detail, (value: string) => string> = {
  code: normalizeCode,
  examType: (value) => value,
  year: (value) => value,
  semester: semesterKey,
  term: termKey,
  set: setKey,
  subject: plainWords,
  department: (value) => plainWords(departmentKey(value)),
  university: (value) => plainWords(ENGLISH_NAMES.get(value) ?? value),
};
/** The archive stores the English name of a university whose Bangla name a paper prints. */
const ENGLISH_NAMES = new Map(
  Object.values(UNIVERSITIES)
    .flat()
    .map(({ en, bn }) => [bn, en]),
);

/** Words without punctuation and letter case. "&" is the same as "and". */
function plainWords(text: string): string {
  return foldText(text.replaceAll("&", " and "))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/**
 * Compares a proposal with the page. A detail that the page doesn't print is right only if nothing is proposed
 * for it, or a tolerated value.
 */
export function verdictOf(
  { truth, tolerated }: Pick<TestPage, "truth" | "tolerated">,
  detail: Detail,
  found?: string,
): Verdict {
  const [printed, others] = [truth[detail], tolerated[detail] ?? []];
  if (found === undefined) return printed === undefined ? "right" : "absent";
  const normal = NORMAL[detail];
  const accepted = [...(printed === undefined ? [] : [printed]), ...others].map(normal);
  return accepted.includes(normal(found)) ? "right" : "wrong";
}

/** @param text the true text @param seconds of processor time */
export function judge(
  page: TestPage,
  text: PageText,
  reader: string,
  { read, seconds }: { read: ReadPage; seconds: number },
): Reading {
  const paper = paperRead(page, read.facts);
  const verdicts = verdictsOf(paper, read.facts);
  return {
    page: page.name,
    reader,
    seconds,
    facts: read.facts,
    verdicts,
    sureAndWrong: (read.sure ?? []).filter((detail) => verdicts[detail] === "wrong"),
    ...(page.others && { papers: papersVerdict([page, ...page.others], read.papers ?? [read.facts]) }),
    printed: details.filter((detail) => paper.truth[detail] !== undefined),
    isAllRight: (["code", "examType", "year"] as const).every((detail) => verdicts[detail] === "right"),
    letters: lettersOf(page.language, text, read.text),
  };
}

type Truth = Pick<TestPage, "truth" | "tolerated">;

const verdictsOf = (paper: Truth, facts: Facts): Reading["verdicts"] =>
  Object.fromEntries(
    details.map((detail) => [detail, verdictOf(paper, detail, facts[detail])]),
  ) as Reading["verdicts"];

/** Of several papers on one page, the one of which most details are right. */
function paperRead(page: TestPage, facts: Facts): Truth {
  const rights = (paper: Truth) =>
    Object.values(verdictsOf(paper, facts)).filter((verdict) => verdict === "right").length;
  const beside = (page.others ?? []).filter((paper) => paper.page === 1);
  return [page, ...beside].reduce((best, paper) => (rights(paper) > rights(best) ? paper : best));
}

/** `right`: as many papers as there are, each with its code, exam, term and year. `absent`: fewer papers. */
function papersVerdict(papers: Truth[], found: Facts[]): Verdict {
  if (found.length < papers.length) return "absent";
  const told = ["code", "examType", "term", "year"] as const;
  const isSame = (paper: Truth, facts: Facts) =>
    told.every((detail) => verdictOf(paper, detail, facts[detail]) === "right");
  const isRight =
    found.length === papers.length && papers.every((paper) => found.some((facts) => isSame(paper, facts)));
  return isRight ? "right" : "wrong";
}

/** A mixed page counts for both languages, each with its own script. */
function lettersOf(
  language: TestPage["language"],
  { heading, body }: PageText,
  read: string,
): Reading["letters"] {
  const printed = [...heading, ...body].join("\n");
  if (language !== "mixed") return { [language]: errorsOf(printed, read) };
  const inScript = (text: string, isBangla: boolean) =>
    [...text.normalize("NFC")].filter((letter) => /[\u0980-\u09ff।]/u.test(letter) === isBangla).join("");
  return {
    en: errorsOf(inScript(printed, false), inScript(read, false)),
    bn: errorsOf(inScript(printed, true), inScript(read, true)),
  };
}

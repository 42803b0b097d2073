import { departmentKey } from "../../src/shared/courses/departments.ts";
import { semesterKey, setKey, termKey } from "../../src/shared/facets/normal-forms.ts";
import { foldText, normalizeCode } from "../../src/shared/text/words.ts";
import { errorsOf } from "./error-rate.ts";
import type { ReadPage } from "./readers.ts";
import type { PageText } from "./set/draw.ts";
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
  university: plainWords,
};

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
  const verdicts = Object.fromEntries(
    details.map((detail) => [detail, verdictOf(page, detail, read.facts[detail])]),
  ) as Reading["verdicts"];
  return {
    page: page.name,
    reader,
    seconds,
    facts: read.facts,
    verdicts,
    printed: details.filter((detail) => page.truth[detail] !== undefined),
    isAllRight: (["code", "examType", "year"] as const).every((detail) => verdicts[detail] === "right"),
    letters: lettersOf(page.language, text, read.text),
  };
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

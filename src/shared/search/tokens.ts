import { departmentKey, departmentLabel } from "../departments.ts";
import { isPlainSemester, semesterKey } from "../normal-forms.ts";
import { normalizeCode, searchWords } from "../words.ts";
import { initials } from "./initials.ts";

/** Facts that the index keeps beside words. A word has letters, marks and digits only, so none is taken for one. */
export const factToken = (name: FactName, value: string): string =>
  `${name}=${value.toLowerCase().replace(/[^\p{L}\p{M}\p{N}-]+/gu, "_")}`;
export type FactName = "kind" | "status" | "year" | "semester" | "exam" | "department" | "code";

export const initialsToken = (letters: string): string => `initials=${letters}`;
/** A word of the pages of an uploaded file, or of a long text. */
export const pageToken = (word: string): string => `page=${word}`;
/** The beginning of a word of the title, in two or three letters: with fewer than four it is no rare word's. */
export const startToken = (letters: string): string => `start=${letters}`;
export const START_LENGTHS = [2, 3] as const;

/** What of an item is searched for. */
export interface Searched {
  title: string;
  /** The other texts and numbers that are words of the item. */
  texts: readonly string[];
  /** Texts to be read at length, whose words count as those of an uploaded file. */
  longTexts?: readonly string[];
  code?: string | undefined;
  department?: string | undefined;
  /** As written. */
  semester?: string | undefined;
  year?: string | undefined;
  examType?: string | undefined;
}

/** The words of a title in order: what search scores by. */
export const titleWords = (title: string): string => searchWords(title).join(" ");

/**
 * All that the index knows an item by, each once: its words, and facts about it. A code stands there in one piece too
 * and split where digits begin, so that "2103" finds "CSE2103".
 */
export function searchTokens(item: Searched): string[] {
  const title = searchWords(item.title);
  const found = new Set<string>([...title, ...item.texts.flatMap((text) => searchWords(text))]);
  for (const word of title) {
    for (const length of START_LENGTHS) found.add(startToken([...word].slice(0, length).join("")));
  }
  for (const form of initials(title)) found.add(initialsToken(form));
  if (item.code) addCode(found, item.code);
  if (item.department) {
    for (const word of searchWords(departmentLabel(item.department))) found.add(word);
    found.add(factToken("department", departmentKey(item.department)));
  }
  if (item.semester) addSemester(found, item.semester);
  if (item.year) found.add(factToken("year", item.year));
  if (item.examType) found.add(factToken("exam", item.examType));
  const long = new Set((item.longTexts ?? []).flatMap((text) => searchWords(text.slice(0, LONGEST))));
  return [...found, ...[...long].slice(0, MOST_LONG).map(pageToken)];
}
/** Of a long text, in UTF-16 code units, and in different words. */
const LONGEST = 100_000;
const MOST_LONG = 2_000;

/** Any semester but a number or a level and term is also found by its own words: "Fall 2022". */
function addSemester(found: Set<string>, semester: string): void {
  const key = semesterKey(semester);
  if (key) found.add(factToken("semester", key));
  if (!isPlainSemester(key)) for (const word of searchWords(semester)) found.add(word);
}

function addCode(found: Set<string>, code: string): void {
  const compact = normalizeCode(code).toLowerCase();
  if (!compact) return;
  for (const part of [...searchWords(code), compact, ...(compact.match(/\p{N}+|\P{N}+/gu) ?? [])])
    found.add(part);
  found.add(factToken("code", compact));
}

import { isOrdinalSuffix, namedOrdinal, romanNumeral } from "./ordinals.ts";
import { foldText } from "./words.ts";

/**
 * Semesters, editions and numbers of questions as people write them, brought to one form to compare and filter by (decision 040). A form of
 * a form is the form itself; none is longer than `LONGEST` characters.
 */

const LONGEST = 60;
/** Of a text no more is looked at; in UTF-16 code units. */
const LOOKED_AT = 200;
const [MOST_LEVELS, MOST_TERMS] = [6, 4];

/** A sign for each word that says something: N number, L level, T term, S semester, X season, E edition. */
const SIGNS = new Map(
  Object.entries({
    L: "level|lvl|year|yr|l|y|লেভেল|বর্ষ|বছর",
    T: "term|t|s|টার্ম",
    S: "semester|sem|trimester|সেমিস্টার|সেমিস্টারের|পর্ব",
    X: "spring|summer|fall|autumn|winter|স্প্রিং|সামার|ফল|অটাম|উইন্টার|বসন্ত|গ্রীষ্ম|শরৎ|হেমন্ত|শীত",
    E: "edition|editions|ed|edn|e|সংস্করণ|এডিশন",
  }).flatMap(([sign, words]) =>
    words.split("|").map((word): [string, string] => [word.normalize("NFKC"), sign]),
  ),
);

interface Token {
  /** As in `SIGNS`; Y for a calendar year or a session such as 2021-22, - for what joins two numbers, ? for the rest. */
  sign: string;
  /** Of a number. */
  value: number;
}

/**
 * A semester as it is filtered by: "3" for an ordinal or digits, "L2T1" for a level and a term, "" for a season alone,
 * and the folded text for anything else.
 */
export function semesterKey(text: string): string {
  const folded = fold(text);
  return semesterOf(tokensOf(folded)) ?? folded;
}

/** Whether two semesters are one. Seasons have no form to filter by: they differ as they are written. */
export function isSameSemester(one: string, other: string): boolean {
  const [key, otherKey] = [semesterKey(one), semesterKey(other)];
  return key !== "" && otherKey !== "" ? key === otherKey : fold(one) === fold(other);
}

/** Whether a form is a number, or a level and a term. @param key of `semesterKey()` */
export const isPlainSemester = (key: string): boolean => /^(?:\d{1,3}|L\dT\d)$/.test(key);

/** An edition or the number of a question as it is compared: "2" for "2nd Edition", else the folded text: "1 a". */
export function ordinalKey(text: string): string {
  const folded = fold(text);
  const tokens = tokensOf(folded);
  return /^E?NE?$/.test(signsOf(tokens)) ? numberOf(tokens) : folded;
}

/**
 * A semester among the words of a search: only what says so by itself, such as "3rd semester" or "L-2 T-1".
 * @param text with a hyphen where one joins two numbers
 */
export function namedSemester(text: string): string | undefined {
  const tokens = tokensOf(fold(text));
  return /^(?:NS|SN)$/.test(signsOf(tokens)) ? numberOf(tokens) : levelAndTerm(tokens);
}

/** Words between spaces; a hyphen stays, or stands for a slash or dot, where it joins two numbers. */
function fold(text: string): string {
  // Twice: the small letters of a capital with marks may have a shorter form.
  const folded = foldText(foldText(text.slice(0, LOOKED_AT)));
  let found = "";
  let end = 0;
  for (const { 0: word, index } of folded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const isJoined = /^\s*[-‐-―−/.]\s*$/.test(folded.slice(end, index)) && isNumber(found) && isNumber(word);
    found += (found === "" ? "" : isJoined ? "-" : " ") + word;
    end = index + word.length;
  }
  return [...found]
    .slice(0, LONGEST)
    .join("")
    .replace(/[ -]+$/, "");
}

/** Whether the last or only word is a number, or ends with one. */
function isNumber(text: string): boolean {
  const word = /[^ -]*$/.exec(text.slice(-LOOKED_AT))?.[0] ?? "";
  const [, letters = ""] = /\d(\D*)$/.exec(word) ?? [];
  return (
    romanNumeral(word) !== undefined || (/\d/.test(word) && (letters === "" || isOrdinalSuffix(letters)))
  );
}

const TOKEN = /(?:19|20)\d\d(?:-(?:19|20)?\d\d)?(?!\d)|\d+|[\p{L}\p{M}]+|-|\p{N}+/gu;

function tokensOf(folded: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index } of folded.matchAll(TOKEN)) {
    const isSuffix = /\d$/.test(folded.slice(0, index)) && isOrdinalSuffix(text);
    if (!isSuffix) tokens.push(tokenOf(text));
  }
  return tokens;
}

function tokenOf(text: string): Token {
  if (text === "-") return { sign: "-", value: 0 };
  const number = /^\d{1,3}$/.test(text) ? Number(text) : (namedOrdinal(text) ?? romanNumeral(text) ?? 0);
  if (number > 0) return { sign: "N", value: number };
  return { sign: /^\d{4}(?:-|$)/.test(text) ? "Y" : (SIGNS.get(text) ?? "?"), value: 0 };
}

const signsOf = (tokens: readonly Token[]): string => tokens.map(({ sign }) => sign).join("");
const numberOf = (tokens: readonly Token[]): string =>
  String(tokens.find(({ sign }) => sign === "N")?.value ?? "");

/** The normal form of a semester; undefined for text that says something else. */
function semesterOf(all: readonly Token[]): string | undefined {
  const hasSeason = all.some(({ sign }) => sign === "X");
  const tokens = hasSeason ? withoutSeason(all) : withoutYear(all);
  const signs = signsOf(tokens);
  if (hasSeason && /^[ST]?$/.test(signs)) return "";
  return /^(?:N|NS|SN)$/.test(signs) ? numberOf(tokens) : levelAndTerm(tokens);
}

/** Without seasons, years, and what joins them: "Fall 2022", "Spring-23". */
function withoutSeason(tokens: readonly Token[]): Token[] {
  const isAbout = (token: Token | undefined) => token?.sign === "X" || token?.sign === "Y";
  return tokens.filter((token, at) => {
    const isBeside = isAbout(tokens[at - 1]) || (token.sign === "-" && isAbout(tokens[at + 1]));
    const isShortYear = token.sign === "N" && token.value > 9 && isBeside;
    return !isAbout(token) && !isShortYear && !(token.sign === "-" && isBeside);
  });
}

/** Without the year that follows or precedes a semester; a date stays as it is. */
function withoutYear(tokens: readonly Token[]): readonly Token[] {
  const found = /^Y?([^Y]*[LTS][^Y]*|N-N)Y?$/.exec(signsOf(tokens))?.[1];
  if (found === undefined || /^-|-$/.test(found)) return tokens;
  return tokens.filter(({ sign }) => sign !== "Y");
}

const LEVEL_FIRST = /^(?:LN|NL)(?:[TS]N|N[TS])$|^[LS]?N-N[ST]?$/;
const TERM_FIRST = /^(?:[TS]N|N[TS])(?:LN|NL)$/;

function levelAndTerm(tokens: readonly Token[]): string | undefined {
  const signs = signsOf(tokens);
  const isTermFirst = TERM_FIRST.test(signs);
  if (!isTermFirst && !LEVEL_FIRST.test(signs)) return undefined;
  const numbers = tokens.filter(({ sign }) => sign === "N").map(({ value }) => value);
  const [level = 0, term = 0] = isTermFirst ? numbers.toReversed() : numbers;
  return level <= MOST_LEVELS && term <= MOST_TERMS ? `L${level}T${term}` : undefined;
}

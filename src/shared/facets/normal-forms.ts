import { isOrdinalSuffix, namedOrdinal, romanNumeral } from "../text/ordinals.ts";
import { foldText } from "../text/words.ts";

/**
 * The normal forms of semesters, terms, sets, editions and question numbers. Comparisons and filters use
 * normal forms (decision 040). A normal form doesn't change if it is normalised again, and is at most
 * `LONGEST` characters long.
 */

const LONGEST = 60;
/** The part of a text that we read, in UTF-16 code units. */
const MAX_READ = 200;
const [MAX_LEVELS, MAX_TERMS] = [6, 4];

/** The Bangla spelling of "fall" that also means "result". It is a season in the field of a term only. */
const FALL = "ফল";
/** The words for each season. */
export const SEASONS = {
  spring: "spring|স্প্রিং|বসন্ত",
  summer: "summer|সামার|গ্রীষ্ম",
  fall: "fall|autumn|অটাম|শরৎ|হেমন্ত",
  winter: "winter|উইন্টার|শীত",
};
/** The sign for each known word: N number, L level, T term, S semester, X season, E edition. */
const SIGNS = keysByWord({
  L: "level|lvl|year|yr|l|y|লেভেল|বর্ষ|বছর",
  T: "term|t|s|টার্ম",
  S: "semester|semister|semistar|semster|sem|trimester|সেমিষ্টার|সেমিস্টার|সেমিস্টারের|পর্ব",
  X: [...Object.values(SEASONS), FALL].join("|"),
  E: "edition|editions|ed|edn|e|সংস্করণ|এডিশন",
});

/** The key of each word. @param words words of each key, separated by "|" */
function keysByWord(words: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, spellings]) =>
      spellings.split("|").map((word): [string, string] => [word.normalize("NFKC"), key]),
    ),
  );
}

interface Token {
  /**
   * A sign from `SIGNS`; or Y for a year or a session such as 2021-22, - for a hyphen between two numbers,
   * and ? for other text.
   */
  sign: string;
  /** The value of a number; 0 for all other signs. */
  value: number;
}

/**
 * The normal form of a semester: "3" for an ordinal or digits, "L2T1" for a level and a term, "" for only a
 * season, and the folded text for anything else.
 */
export function semesterKey(text: string): string {
  const folded = fold(text);
  return semesterOf(tokensOf(folded)) ?? folded;
}

/**
 * Whether two texts name the same semester. Seasons have no normal form, so their folded texts are compared.
 */
export function isSameSemester(one: string, other: string): boolean {
  const [key, otherKey] = [semesterKey(one), semesterKey(other)];
  return key !== "" && otherKey !== "" ? key === otherKey : fold(one) === fold(other);
}

/**
 * Whether a normal form is a number, or a level and a term.
 * @param key a result of `semesterKey()`
 */
export const isPlainSemester = (key: string): boolean => /^(?:\d{1,3}|L\dT\d)$/.test(key);

const seasonOf = keysByWord({ ...SEASONS, fall: `${SEASONS.fall}|${FALL}` });

/** A year before the name of a season, such as "2024 fall" or "24 fall". A number below 20 may be a semester. */
const YEAR_FIRST = /^(?:(?:19|20)\d\d|[2-9]\d)[ -](?=\D\S*$)/;

/** The normal form of a term: its season, such as "fall" for "Autumn semester", or else the folded text. */
export function termKey(text: string): string {
  const folded = fold(text).replace(YEAR_FIRST, "");
  const seasons = folded.split(/[ -]/).flatMap((word) => seasonOf.get(word) ?? []);
  return seasons.length === 1 && semesterOf(tokensOf(folded)) === "" ? (seasons[0] as string) : folded;
}

/** One or two letters or digits, each with its marks. */
const SET = /^(?:[\p{L}\p{N}]\p{M}*){1,2}$/u;
const SET_WORDS = /^(?:set|সেট) | (?:set|সেট)$/gu;

/** The normal form of an exam's set: "A" for "Set-A" or "a", or else the folded text in capitals. */
export function setKey(text: string): string {
  const folded = fold(text);
  const name = fold(folded.replace(SET_WORDS, "").toUpperCase());
  return capitals(SET.test(name) ? name : folded);
}

/** Writes letters in capitals. A letter whose capital is several letters, such as "ß", stays as it is. */
const capitals = (text: string): string =>
  text.replace(/\p{Ll}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return [...capital].length === 1 ? capital : letter;
  });

/**
 * Whether a normal form names a set.
 * @param key a result of `setKey()`
 */
export const isSet = (key: string): boolean => SET.test(key);

/**
 * The set that a query clearly names, such as "set A" or "B2 set". "Set of", "set up" and "a set" are not sets.
 * @param text has a hyphen between joined words
 */
export function namedSet(text: string): string | undefined {
  const [, first = "", second = ""] =
    /^(?:(?:set|সেট)[ -]([^ -]+)|(?![ai][ -])([^ -]+)[ -](?:set|সেট))$/u.exec(fold(text)) ?? [];
  const key = setKey(first + second);
  return isSet(key) && /^(?:\P{N}\p{M}*|\p{N}|\p{N}\P{N}\p{M}*|\P{N}\p{M}*\p{N})$/u.test(key)
    ? key
    : undefined;
}

/**
 * The normal form of an edition or question number: "2" for "2nd Edition", or the folded text, such as "1 a".
 */
export function ordinalKey(text: string): string {
  const folded = fold(text);
  const tokens = tokensOf(folded);
  return /^E?NE?$/.test(signsOf(tokens)) ? numberOf(tokens) : folded;
}

/**
 * The semester that a query clearly names, such as "3rd semester" or "L-2 T-1".
 * @param text has a hyphen between joined numbers
 */
export function namedSemester(text: string): string | undefined {
  const tokens = tokensOf(fold(text));
  return /^(?:NS|SN)$/.test(signsOf(tokens)) ? numberOf(tokens) : levelAndTerm(tokens);
}

/**
 * Folds a text to words separated by spaces, without invisible characters such as U+200B. A hyphen, slash or
 * dot between two numbers becomes a hyphen.
 */
function fold(text: string): string {
  const folded = foldText(text.slice(0, MAX_READ).replace(/\p{Cf}/gu, ""));
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

/** Whether the last word is a number or ends with a number. */
function isNumber(text: string): boolean {
  const word = /[^ -]*$/.exec(text.slice(-MAX_READ))?.[0] ?? "";
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

/** The normal form of a semester; undefined if the text means something else. */
function semesterOf(all: readonly Token[]): string | undefined {
  const hasSeason = all.some(({ sign }) => sign === "X");
  const tokens = hasSeason ? withoutSeason(all) : withoutYear(all);
  const signs = signsOf(tokens);
  if (hasSeason && /^[ST]?$/.test(signs)) return "";
  return /^(?:N|NS|SN)$/.test(signs) ? numberOf(tokens) : levelAndTerm(tokens);
}

/** Removes seasons, years and the hyphens between them, as in "Fall 2022" or "Spring-23". */
function withoutSeason(tokens: readonly Token[]): Token[] {
  const isAbout = (token: Token | undefined) => token?.sign === "X" || token?.sign === "Y";
  return tokens.filter((token, at) => {
    const isBeside = isAbout(tokens[at - 1]) || (token.sign === "-" && isAbout(tokens[at + 1]));
    const isShortYear = token.sign === "N" && token.value > 9 && isBeside;
    return !isAbout(token) && !isShortYear && !(token.sign === "-" && isBeside);
  });
}

/** Removes the year before or after a semester. A date stays unchanged. */
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
  return level <= MAX_LEVELS && term <= MAX_TERMS ? `L${level}T${term}` : undefined;
}

/** The highest semester in a query. A higher number, as in "15th semester", is only a word. */
const MAX_SEMESTERS = 12;

/** The words for a year of study. A number before "year" must be an ordinal: "5 years" is a number of years. */
const LEVEL_WORDS = new Set("year yr level borsho borsher বর্ষ বর্ষের লেভেল".normalize("NFKC").split(" "));
const BANGLISH_ORDINALS = ["prothom", "ditiyo", "tritiyo", "choturtho", "ponchom", "shoshtho"];

/** Most universities have two semesters in a year, so that semester 3 is level 2, term 1. */
function bothStyles(key: string): string[] {
  const [, level, term] = /^L(\d)T([12])$/.exec(key) ?? [];
  if (level && term) return [key, String(2 * Number(level) - 2 + Number(term))];
  const number = Number(key);
  return number >= 1 && number <= 2 * MAX_LEVELS
    ? [key, `L${Math.ceil(number / 2)}T${number % 2 === 0 ? 2 : 1}`]
    : [key];
}

/**
 * The semester that a query names, as a number and as a level with a term, or all semesters of a year: "1st year" is each
 * term of level 1, and the semesters 1 and 2.
 */
export function semesterInSearch(text: string): readonly string[] | undefined {
  const key = namedSemester(text);
  if (key !== undefined) return Number(key) > MAX_SEMESTERS ? undefined : bothStyles(key);
  const [first = "", second = "", ...more] = fold(text).split(" ");
  if (more.length > 0) return undefined;
  const level = LEVEL_WORDS.has(second)
    ? ordinalOf(first)
    : LEVEL_WORDS.has(first) && /^\d$/.test(second)
      ? Number(second)
      : 0;
  if (level < 1 || level > MAX_LEVELS) return undefined;
  const terms = Array.from({ length: MAX_TERMS }, (_, at) => `L${level}T${at + 1}`);
  return [...terms, String(2 * level - 1), String(2 * level)];
}

/** @returns 0 for a word that is not an ordinal */
function ordinalOf(word: string): number {
  const [, digit = "", letters = ""] = /^(\d)(\D+)$/.exec(word) ?? [];
  if (digit) return isOrdinalSuffix(letters) ? Number(digit) : 0;
  return namedOrdinal(word) ?? BANGLISH_ORDINALS.indexOf(word) + 1;
}

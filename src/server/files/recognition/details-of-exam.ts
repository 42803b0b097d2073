import { editDistance } from "../../../shared/search/edit-distance.ts";
import { ORDINAL_NAMES, ORDINAL_SUFFIXES, romanNumeral } from "../../../shared/text/ordinals.ts";
import { SEASONS, setKey } from "../../../shared/facets/normal-forms.ts";
import { cellsOf, type ReadDetail, fold, folded } from "./details-text.ts";

/**
 * The order matters: an improvement examination may also be called final, and a mid-term test an examination.
 */
export const EXAMS: [type: string, pattern: RegExp, confidence: number][] = [
  ["improvement", folded("improvement|supplementary|backlog|referred|মানোন্নয়ন|মান উন্নয়ন|ইমপ্রুভমেন্ট"), 0.95],
  [
    "class-test",
    folded(
      // "Sec C T-2" is section C of term 2.
      "class\\s*-?tests?|(?<![a-z]|(?:sec(?:tion)?|set|group|part|version)[\\s.:-]{0,3})c[\\s.]{0,2}t\\.?\\s*[-#:]?\\s*0?[1-9](?!\\d)|ক্লাস\\s*টেস্ট|শ্রেণি\\s*পরীক্ষা",
    ),
    0.95,
  ],
  ["quiz", folded("(?<![a-z])quiz|কুইজ"), 0.95],
  [
    "mid",
    folded(
      "(?<![a-z])m[il1|]d(?![a-z])|m[il1|]d[\\s-]*(?:te|sem|exam|trim|assess)|মিড|মধ্যবর্তী|মধ্যপর্ব|অর্ধবার্ষিক",
    ),
    0.95,
  ],
  [
    "lab",
    folded("lab(?:oratory)?\\s*(?:exam|final|test)|practical\\s*exam|ব্যবহারিক\\s*পরীক্ষা|ল্যাব\\s*(?:পরীক্ষা|ফাইনাল)"),
    0.9,
  ],
  ["final", folded("f[il1|]na[l1i|t](?!\\s*year)|semester\\s*-?end|চূড়া[নস]্ত|সমাপনী|ফাইনাল|বার্ষিক\\s*পরীক্ষা"), 0.9],
];

/** Names of exams before the word "examination", as a blurred photo may show them, and how many letters may be wrong. */
const MISREAD = (
  [
    ["improvement", "improvement", 3],
    ["improvement", "supplementary", 3],
    ["mid", "midterm", 2],
    ["mid", "মিডটার্ম", 2],
    ["final", "final", 2],
    ["final", "ফাইনাল", 2],
    ["final", "সমাপনী", 2],
  ] satisfies [type: string, word: string, most: number][]
).map(([type, word, most]) => ({ type, name: fold(word), most }));
const EXAM_WORDS = (
  [
    ["exam", 1],
    ["examination", 3],
    ["পরীক্ষা", 1],
  ] satisfies [word: string, most: number][]
).map(([word, most]) => ({ name: fold(word), most }));
/** The name of an exam is one of this many words before "examination". */
const WORDS_BEFORE = 2;

/** Finds the type of the exam, as a value of the field `examType`. */
export function examTypeOf(lines: string[]): ReadDetail | undefined {
  const texts = lines.map(fold);
  const cells = lines.flatMap(cellsOf).map(fold);
  const exam = EXAMS.find(([, pattern]) => cells.some((cell) => pattern.test(cell)));
  if (exam) return { value: exam[0], confidence: exam[2] };
  const value = texts.map(misreadExam).find((type) => type !== undefined);
  if (value !== undefined) return { value, confidence: 0.6 };
  const cut = cells.map(cutExam).find((type) => type !== undefined);
  return cut === undefined ? undefined : { value: cut, confidence: 0.5 };
}

/** A page of a bound volume can lose the beginning or the end of a line in the fold. */
const CUT = (
  [
    ["final", /^[^\p{L}]*(?:inal|nal|al)\s+exam/u],
    ["final", /(?:semester|term|trimester)\s+f(?:i|in|ina)?[^\p{L}\p{N}]*$/u],
    // "2°d Semester" is the second one.
    ["mid", /^[^\p{L}\p{N}]*(?:id|d)[\s-]*(?:term|semester)\s+(?:exam|test)/u],
    ["mid", /^[^\p{L}]*idterm/u],
    ["improvement", /^[^\p{L}]*(?:m?provement|rovement|ovement|vement)\s+exam/u],
    ["class-test", /^[^\p{L}]*(?:lass|ass)\s+test/u],
    ["quiz", /^[^\p{L}]*uiz(?!\p{L})/u],
  ] satisfies [type: string, pattern: RegExp][]
).map(([type, pattern]) => ({ type, pattern }));
const cutExam = (cell: string): string | undefined => CUT.find(({ pattern }) => pattern.test(cell))?.type;

/** @param line folded */
function misreadExam(line: string): string | undefined {
  const words = line.match(/[\p{L}\p{M}]{3,15}/gu) ?? [];
  for (const [at, word] of words.entries()) {
    if (!EXAM_WORDS.some(({ name, most }) => isLike(word, name, most))) continue;
    for (const before of words.slice(Math.max(0, at - WORDS_BEFORE), at)) {
      // "Fal" is the season.
      if (isLike(before, "fall", 1)) continue;
      const exam = MISREAD.find(({ name, most }) => isLike(before, name, most));
      if (exam) return exam.type;
    }
  }
  return undefined;
}

/** A longer word can also lack its first letter. */
const LONG_WORD = 8;

/** Whether a word is a folded name with at most some wrong letters, and in short words with the right first one. */
function isLike(word: string, name: string, most: number): boolean {
  const begins = word[0] === name[0] || name.length > LONG_WORD;
  return begins && editDistance(word, name, most) <= most;
}

const OLDEST = 1971;
const YEAR = "(?:19|20)\\d\\d";
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
/**
 * Patterns for a year, most reliable first: next to a season, to the exam's name, or to a label; or in a
 * date.
 */
const YEARS: [pattern: RegExp, confidence: number][] = [
  [year(`(?:spring|summer|autumn|fall|winter)[\\s,'-]*(${YEAR})`), 0.95],
  [
    year(
      `(?:exam(?:ination)?s?|final|test|quiz|(?<![a-z])(?:ct|mid(?:[\\s-]?term)?)|পরীক্ষা|টেস্ট)[^\\d\\n]{0,25}(?:\\d[\\s,:-]{1,3})?(${YEAR})(?!\\s*[-/]\\s*\\d)`,
    ),
    0.9,
  ],
  [year(`(?:date|held on|তারিখ|সাল)[^\\n]{0,25}?(${YEAR})(?!\\s*[-/]\\s*\\d)`), 0.85],
  [year(`\\d{1,2}[\\s./-]+(?:\\d{1,2}|[a-z]{3,9})[\\s./,-]+(${YEAR})`), 0.8],
  [year(`(?<![a-z])${MONTH}[\\s.,'-]{1,3}(${YEAR})(?!\\s*[-/]\\s*\\d)`), 0.8],
];
/** A year alone in its cell is more reliable than a session. A line of a table beside it can look like a 1. */
const ALONE_YEAR = new RegExp(`(?:^|\\n)[^\\p{L}\\p{N}\\n]*1?(${YEAR})[^\\p{L}\\p{N}\\n]*(?=\\n|$)`, "u");
/** The last two digits of a year, next to a season. */
const SHORT_YEAR = folded(
  "(?:spring|summer|autumn|fall|winter)[\\s,]{0,2}['-]?\\s?([0-3]\\d)(?!\\s*[-/:.]?\\d)",
);
/** A session spans two years, and its exams are in the second year. */
const SESSION = year(`(${YEAR})\\s*[-/]\\s*(${YEAR}|\\d\\d)(?!\\d)`);
/** A year of a session that was misread, such as "2018-11", says nothing. */
const ANY_YEAR = year(`(?<!\\d\\s?[-/]\\s?)(${YEAR})(?!\\s*[-/]\\s*\\d)`);

function year(pattern: string): RegExp {
  return folded(`(?<!\\d)(?:${pattern})(?!\\d)`);
}

/** Finds the year of the exam. */
export function yearOf(lines: string[]): ReadDetail | undefined {
  const text = lines.map(fold).join("\n");
  for (const [pattern, confidence] of YEARS) {
    const [, found] = pattern.exec(text) ?? [];
    if (isPossible(found)) return { value: found, confidence };
  }
  const short = SHORT_YEAR.exec(text)?.[1];
  if (short && isPossible(`20${short}`)) return { value: `20${short}`, confidence: 0.85 };
  const [, alone] = ALONE_YEAR.exec(lines.flatMap(cellsOf).map(fold).join("\n")) ?? [];
  if (isPossible(alone)) return { value: alone, confidence: 0.7 };
  const [, first = "", second = ""] = SESSION.exec(text) ?? [];
  const end = second.length === 2 ? first.slice(0, 2) + second : second;
  if (isPossible(end) && Number(end) - Number(first) === 1) return { value: end, confidence: 0.6 };
  const [, found] = ANY_YEAR.exec(text) ?? [];
  return isPossible(found) ? { value: found, confidence: 0.4 } : undefined;
}

function isPossible(found: string | undefined): found is string {
  return found !== undefined && Number(found) >= OLDEST && Number(found) <= new Date().getUTCFullYear() + 1;
}

const SEASON = `(${Object.values(SEASONS).join("|")})`;
/** The name of a season is accepted only next to a year or the word for a term. */
const TERMS = [
  `(?<![\\p{L}\\p{M}])${SEASON}[\\s,'-]{0,3}(?:(?:19|20)?\\d\\d(?!\\d)|semester|term|trimester|session|exam|সেমিস্টার|টার্ম)`,
  `(?:semester|term|trimester|session|সেমিস্টার|টার্ম)\\s*[-:(]?\\s*${SEASON}(?![\\p{L}\\p{M}])`,
].map(folded);
/** The Bangla word for fall also means "result", so it must stand between the exam and its year. */
const BANGLA_FALL = folded("(?:পরীক্ষা|টেস্ট|কুইজ|মিড|ফাইনাল)\\s*[,;:(-]\\s*ফল[\\s,'-]{0,3}(?:19|20)\\d\\d(?!\\d)");

/** Finds the term of the exam, as a value of the field `term`. */
export function termOf(lines: string[]): ReadDetail | undefined {
  const text = lines.map(fold).join("\n");
  for (const pattern of TERMS) {
    const [, season] = pattern.exec(text) ?? [];
    if (season) return { value: valueOfSeason(season), confidence: 0.95 };
  }
  return BANGLA_FALL.test(text) ? { value: "fall", confidence: 0.85 } : undefined;
}

/** @param season the folded name of a season */
function valueOfSeason(season: string): string {
  const isNamed = (words: string) => fold(words).split("|").includes(season);
  return Object.entries(SEASONS).find(([, words]) => isNamed(words))?.[0] ?? season;
}

/**
 * The word must be at a certain position on its line, because "set" is often a verb or a mathematical set.
 */
const LABELLED_SET =
  /(?:^|\s{2}|[[(|,]\s?)(?:set|সেট)\s*[:-]\s*([A-Z]\d?|\d[A-Z]?|[ক-ঙ])(?![\p{L}\p{M}\p{N}])(?!\s*[={])/iu;
const ALONE_SET = /^(?:.*\s{2}|.*[[(|,])?\s*(?:set|সেট)\s+([A-Z]\d?|\d[A-Z]?|[ক-ঙ])\s*(?:$|[\])|,]|\s{2})/iu;

/** Finds the set of the exam, as a value of the field `set`. */
export function setOf(lines: string[]): ReadDetail | undefined {
  for (const [pattern, confidence] of [
    [LABELLED_SET, 0.95],
    [ALONE_SET, 0.8],
  ] as const) {
    for (const line of lines) {
      const [, name] = pattern.exec(line) ?? [];
      if (name) return { value: setKey(name), confidence };
    }
  }
  return undefined;
}

const ORDINALS = ORDINAL_NAMES.map((names, at) => folded(`^(?:${at + 1}(?:${ORDINAL_SUFFIXES})|${names})$`));
/** The number that a suffix names, because OCR confuses digits more often than two letters. */
const BY_SUFFIX: [suffix: RegExp, number: number][] = [
  [/^.(?:st|sl|s1)$/u, 1],
  [/^.(?:nd|md|ud)$/u, 2],
  [/^.(?:rd|td)$/u, 3],
];
/** OCR often reads the suffix "th" as other letters. */
const MISREAD_ORDINAL = /^([4-9]|1[0-2])(?:th|lh|ih|tb|in|tn|h)$/u;
const NUMBER = "([\\p{L}\\p{M}\\p{N}]{1,12})";

const TERM_OF_YEAR = [
  folded(
    "(?:level|year|(?<![a-z])l)\\s*[-:]?\\s*([1-5]|i{1,3}|iv|v)\\s*[,/&-]?\\s*(?:term|semester|(?<![a-z])t)\\s*[-:]?\\s*([1-3]|i{1,3})(?![\\p{L}\\p{N}])",
  ),
  folded(`${NUMBER}\\s*(?:year|বর্ষ)\\s*[,/&-]?\\s*${NUMBER}\\s*(?:semester|term|সেমিস্টার)`),
];
const SEMESTER = [
  folded(`${NUMBER}\\s*(?:semester|সেমিস্টার)`),
  folded(`(?:semester|সেমিস্টার)\\s*[-:]?\\s*${NUMBER}`),
];

const OF_YEAR = folded("(?:year|বর্ষ|level)[^\\n]{0,20}(?:semester|term|সেমিস্টার)");

/** Finds the semester and returns it in a normal form: "3", or "L-2 T-1" for a level and a term. */
export function semesterOf(lines: string[]): ReadDetail | undefined {
  const texts = lines.map((line) => withOrdinals(fold(line)));
  for (const pattern of TERM_OF_YEAR) {
    for (const line of texts) {
      const [, inYear, inTerm] = pattern.exec(line) ?? [];
      const [level, term] = [numberOf(inYear), numberOf(inTerm)];
      if (level && term && level <= 5 && term <= 3) return { value: `L-${level} T-${term}`, confidence: 0.8 };
    }
  }
  for (const pattern of SEMESTER) {
    // A semester of a year that was not read is not the semester of the programme.
    for (const line of texts.filter((text) => !OF_YEAR.test(text))) {
      const number = numberOf(pattern.exec(line)?.[1]);
      if (number && number <= 12) return { value: String(number), confidence: 0.8 };
    }
  }
  return undefined;
}

/** OCR reads small raised letters as other signs, or apart from their digit: `2" Year 1 st Semester`. */
const withOrdinals = (line: string): string =>
  line
    .replace(/(?<![\p{L}\p{N}])(\d)\s?["'*°^“”’]{1,2}\s?[a-z]?(?=\s)/gu, "$1")
    .replace(/(?<![\p{L}\p{N}])([1-9il])\s(?=(?:st|nd|rd|th)\s)/gu, "$1");

function numberOf(word: string | undefined): number | undefined {
  if (!word) return undefined;
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const bySuffix = BY_SUFFIX.find(([suffix]) => suffix.test(word))?.[1];
  if (bySuffix) return bySuffix;
  const ordinal = ORDINALS.findIndex((pattern) => pattern.test(word));
  if (ordinal >= 0) return ordinal + 1;
  const digits = MISREAD_ORDINAL.exec(word)?.[1];
  return digits ? Number(digits) : romanNumeral(word);
}

import { PREFIXES } from "./heading-words.ts";

const NUMBER = "(?=[A-Za-z|]{0,3}\\d)[0-9OQDILSBZG|olis]{3,4}[A-Z]?";
const DIGITS = "\\d{3,4}";
/** Groups of letters before a number: "CS E 4533", "P HY1150". */
const SPACED_CODES = [DIGITS, NUMBER].map(
  (number) =>
    new RegExp(
      `(?<![A-Za-z0-9])((?:[A-Za-z0-9]{1,4} {1,2}){1,4}[A-Za-z0-9]{0,3}?[A-Za-z])([ ._/:-]{0,3}${number})(?![A-Za-z0-9])`,
      "g",
    ),
);
const AS_LETTER: Record<string, string> = { "0": "O", "1": "I", "5": "S", "8": "B" };
/** Behind these words a single letter is a name of its own: "Section A IS 2103", "Physics I CE 2103". */
const NAMED = /(?:sec(?:tion)?|set|group|part|version|unit|class)\W{0,3}$/i;
const IN_TITLE = /[A-Za-z]\W{0,3}$/;
const NUMERAL = /^[IVX]$/;
const LABEL = /(?<![A-Za-z])(?:c[o0]de|c[o0]urse|subject|sub|no)\W{0,3}$/i;
/** Nothing stands before a code at the beginning of a cell. */
const AT_START = /(?:^|\s{3})\W{0,2}$/;
const LONGEST = 5;

const [FIRST_YEAR, LAST_YEAR] = [1950, 2039];
const YEAR_LIKE = /(?<![A-Za-z0-9])[12lI|][0-9OoQDlI|SBZ]{3}(?![A-Za-z0-9])/g;
const AS_DIGIT: Record<string, string> = {
  O: "0",
  o: "0",
  Q: "0",
  D: "0",
  l: "1",
  I: "1",
  "|": "1",
  S: "5",
  B: "8",
  Z: "2",
};

/** Returns a line whose codes have no spaces between their letters. */
export const mendedCodes = (line: string): string =>
  SPACED_CODES.reduce(
    (text, pattern) =>
      text.replace(pattern, (all, groups: string, number: string, at: number) => {
        const letters = joined(groups.split(/ +/), text.slice(0, at));
        return letters === undefined ? all : letters + number;
      }),
    line,
  );

/** Joins the groups that together are a prefix of codes. The longest one wins: "C SE" is CSE. */
function joined(groups: string[], before: string): string | undefined {
  for (let from = 0; from < groups.length - 1; from += 1) {
    const own = groups.slice(from);
    const [label, letters] = [
      before +
        groups
          .slice(0, from)
          .map((group) => `${group} `)
          .join(""),
      own.join(""),
    ];
    const prefix = [...letters.toUpperCase()].map((letter) => AS_LETTER[letter] ?? letter).join("");
    if (NAMED.test(label) || !/^[A-Z0-9]/.test(letters) || !/[A-Z]/.test(letters)) continue;
    if (isApart(own, label)) continue;
    const isLabelled = LABEL.test(label) && /^[A-Z]{2,5}$/.test(prefix) && letters === letters.toUpperCase();
    if (!PREFIXES.has(prefix) && !(isLabelled && letters.length <= LONGEST)) continue;
    const isCapitals = letters === letters.toUpperCase();
    return [...groups.slice(0, from), isCapitals ? prefix : prefix[0] + prefix.slice(1).toLowerCase()].join(
      " ",
    );
  }
  return undefined;
}

/**
 * Tells whether the first of some groups is a detail of its own: the number in "Term 1 CE 301", the numeral in "English I CE 101" or
 * the letter in "Version B ME 301". A digit within letters that all stand alone can be a letter, as in "C 5 E".
 */
function isApart(groups: string[], before: string): boolean {
  const [first = "", ...rest] = groups;
  if (/^\d+$/.test(first)) return true;
  if (rest.some((group) => /^\d+$/.test(group)) && groups.some((group) => group.length > 1)) return true;
  if (first.length > 1 || LABEL.test(before)) return false;
  if (NUMERAL.test(first) && IN_TITLE.test(before)) return true;
  return PREFIXES.has(rest.join("").toUpperCase()) && !AT_START.test(before);
}

/** Tells whether a capital before a code in a line may belong to it, as in "Term Test C SE 2103". @param code as a pattern */
export function mayLackLetter(line: string, code: string, prefix: string): boolean {
  const found = new RegExp(`^(.*(?<![A-Za-z0-9]))([A-Z]) {1,2}${code}`, "u").exec(line);
  const [, before = "", letter] = found ?? [];
  if (letter === undefined) return false;
  return PREFIXES.has(letter + prefix) && !NUMERAL.test(letter) && !NAMED.test(before);
}

/** Returns a line whose years have no letters in place of digits: "2O19" becomes "2019". */
export const mendedYears = (line: string): string =>
  line.replace(YEAR_LIKE, (all) => {
    const year = Number([...all].map((sign) => AS_DIGIT[sign] ?? sign).join(""));
    const digits = all.match(/\d/g)?.length ?? 0;
    return digits >= 2 && year >= FIRST_YEAR && year <= LAST_YEAR ? String(year) : all;
  });

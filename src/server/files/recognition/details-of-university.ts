import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import { words } from "../../../shared/text/words.ts";
import { type ReadDetail, fold } from "./details-text.ts";
import { comparable } from "./mend-line.ts";

/** The first lines name the university. */
const LINES = 8;
/** How many words of a line are compared. */
const WORDS = 24;
/** The longest name in words, with words that the recogniser split. */
const NAME_WORDS = 14;
/** One misread letter is allowed for so many letters of a name, and never more than `MAX_MISREAD`. */
const LETTERS_FOR_EACH = 12;
const MAX_MISREAD = 3;
/** The words that many names share, in the form of `lettersOf`. */
const COMMON = new Set(
  lettersOf(
    "university of the and science sciences technology engineering bangladesh international agricultural college institute " +
      "medical women national world private limited বিশ্ববিদ্যালয় বিজ্ঞান প্রযুক্তি প্রকৌশল কৃষি ও বাংলাদেশ",
  ),
);
/** How many letters of a longer name a misread letter costs, when several names match. */
const COST = 4;
/** A shorter short name, such as DU, is too often something else. */
const SHORTEST = 3;
const LONGEST_SHORT = 8;

interface Name {
  university: string;
  /** The letters that are compared. */
  letters: string;
  /** Its words that few other names have. */
  own: string[];
  /** Which letters occur, as bits. */
  bits: number;
  /** How many letters may be misread. */
  most: number;
  /** If no more letters are misread, one of these parts has no misread letter. */
  parts: string[];
}

/** The names of a list of universities, prepared for comparisons. */
interface Names {
  full: Name[];
  /** The universities by short name. */
  short: Map<string, string>;
}

/** Papers are compared with one list again and again. */
const prepared = new WeakMap<readonly KnownUniversity[], Names>();

/** Some neighbouring words of a line. */
interface Words {
  letters: string;
  /** Which letters occur, as bits. */
  bits: number;
}

/** The letters of words in the form in which the mistakes of OCR and of spelling are smallest. */
function lettersOf(text: string): string[] {
  return words(fold(text.replaceAll("&", " and "))).map(comparable);
}

/**
 * Finds the university in the first lines of a paper, by its English or Bangla name with small mistakes of OCR, or by a
 * short name in capital letters. Of several names in one place, the longest one wins.
 * @param lines the lines of `headOf`
 * @param known a list that never changes; its names are prepared once
 */
export function universityOf(
  lines: readonly string[],
  known: readonly KnownUniversity[],
): ReadDetail | undefined {
  const first = lines.slice(0, LINES);
  const names = prepared.get(known) ?? prepareNames(known);
  prepared.set(known, names);
  return byFullName(first, names) ?? byShortName(first, names);
}

const prepareNames = (known: readonly KnownUniversity[]): Names => ({
  full: known.flatMap(namesOf),
  short: new Map(known.flatMap(shortNamesOf)),
});

function byFullName(lines: readonly string[], { full }: Names): ReadDetail | undefined {
  // A long name can go on in the next line.
  const pairs = lines.slice(1).map((line, index) => [`${lines[index]} ${line}`, lines[index + 2]] as const);
  const singles = lines.map((line, index) => [line, lines[index + 1]] as const);
  const places = new Map(
    [...singles, ...pairs]
      .flatMap(([line, next]) => neighbours(line, next))
      .map((place) => [place.letters, place]),
  );
  const byLength = Map.groupBy(places.values(), ({ letters }) => letters.length);
  let best: { name: string; score: number; isCertain: boolean; misread: number } | undefined;
  for (const { university, letters } of full) {
    if (places.has(letters) && letters.length > (best?.score ?? 0))
      best = { name: university, score: letters.length, isCertain: true, misread: 0 };
  }
  for (const { university, letters, own, bits, most, parts } of full) {
    // Most papers print a name without a mistake, and few names are long enough to be better with one.
    if (most === 0 || letters.length - COST <= (best?.score ?? 0)) continue;
    for (let length = letters.length - most; length <= letters.length + most; length += 1) {
      for (const place of byLength.get(length) ?? []) {
        // Each misread letter changes at most two bits and one part. These tests are cheap, and few names pass them.
        if (bitCount(bits ^ place.bits) > 2 * most) continue;
        if (!parts.some((part) => place.letters.includes(part))) continue;
        const misread = misreadLetters(letters, place.letters, most);
        if (misread === undefined) continue;
        const score = letters.length - COST * misread;
        // Padma is not Pabna: only a mistake in a word of many names is certainly one of the recogniser.
        const isCertain = own.every((word) => place.letters.includes(word));
        if (!best || score > best.score) best = { name: university, score, isCertain, misread };
      }
    }
  }
  return best && { value: best.name, confidence: best.misread === 0 ? 0.9 : best.isCertain ? 0.75 : 0.5 };
}

function namesOf({ name, banglaName, otherNames }: KnownUniversity): Name[] {
  return [name, banglaName, ...otherNames.filter((other) => other.includes(" "))]
    .map(lettersOf)
    .filter((all) => all.length > 0)
    .map((all) => {
      const letters = all.join("");
      const own = all.filter((word) => !COMMON.has(word));
      const most = Math.min(MAX_MISREAD, Math.floor(letters.length / LETTERS_FOR_EACH));
      return {
        university: name,
        letters,
        own,
        bits: bitsOf(letters),
        most,
        parts: partsOf(letters, most + 1),
      };
    });
}

/** A name ends at the next of these signs. */
const PHRASE_END = /\s{3,}|[,;:()[\]|/]|\s-\s?|\s?-\s/u;
/** Behind these words a name goes on: "Bangladesh University of …" is another university than "Bangladesh University". */
const GOES_ON = new Set(lettersOf("of for and ও"));
/** A line below a name often begins with "For the degree of" or "and its colleges", so only this word continues the name there. */
const GOES_ON_BELOW = "of";
/** No name goes on with "for the degree of" or "and its colleges". */
const OTHER_CLAUSE = new Set(lettersOf("its the"));
/** A name can begin behind these words, and behind a department. Behind others it has begun before: "Royal Islamic University". */
const BEFORE_NAME = new Set(
  lettersOf(
    "the of at by from in to under with final mid term test exam exams examination question questions paper",
  ),
);
const DEPARTMENT = new Set(
  lettersOf("department dept faculty school institute college campus বিভাগ অনুষদ ইনস্টিটিউট কলেজ"),
);
/** A crest can look like this many letters. */
const CREST = 2;

/**
 * Returns all runs of neighbouring words in a line that can be a whole name. A run that is only a part of a longer name is left
 * out, because otherwise "Royal Islamic University", which we don't know, would become "Islamic University".
 */
function neighbours(line: string, next = ""): Words[] {
  const phrases = line.split(PHRASE_END).map(lettersOf);
  const all = phrases
    .flatMap((phrase) => phrase.map((word, at) => ({ word, before: phrase.slice(0, at) })))
    .slice(0, WORDS);
  const goesOn = lettersOf(next.split(PHRASE_END)[0] ?? "")[0] === GOES_ON_BELOW;
  return all.flatMap(({ before }, from) => {
    if (!canBegin(before)) return [];
    return all.slice(from, from + NAME_WORDS).flatMap((_last, index) => {
      const to = from + index + 1;
      const [after = "", second = ""] = all.slice(to, to + 2).map(({ word }) => word);
      const isClause = after !== GOES_ON_BELOW && OTHER_CLAUSE.has(second);
      const isCut = to === all.length ? goesOn : GOES_ON.has(after) && !isClause;
      const letters = all
        .slice(from, to)
        .map(({ word }) => word)
        .join("");
      return isCut ? [] : [{ letters, bits: bitsOf(letters) }];
    });
  });
}

/** Whether a name can begin behind some words of its phrase. */
function canBegin(before: string[]): boolean {
  const last = before.at(-1);
  return (
    last === undefined ||
    before.join("").length <= CREST ||
    BEFORE_NAME.has(last) ||
    /\d$/.test(last) ||
    before.some((word) => DEPARTMENT.has(word))
  );
}

/** Cuts a text into parts of about the same length. */
function partsOf(letters: string, count: number): string[] {
  const length = letters.length / count;
  return Array.from({ length: count }, (_part, at) =>
    letters.slice(Math.round(at * length), Math.round((at + 1) * length)),
  );
}

const BITS = 31;
function bitsOf(letters: string): number {
  let bits = 0;
  for (let at = 0; at < letters.length; at += 1) bits |= 1 << (letters.charCodeAt(at) % BITS);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/**
 * How many letters must be changed, added or removed to make two texts equal.
 * @returns undefined if it is more than `most`
 */
function misreadLetters(one: string, other: string, most: number): number | undefined {
  if (one === other) return 0;
  if (most === 0) return undefined;
  // Only the cells beside the diagonal can lead to so few changes.
  let above = Array.from({ length: other.length + 1 }, (_cell, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const cells = Array.from({ length: other.length + 1 }, () => most + 1);
    if (row <= most) cells[0] = row;
    for (let column = Math.max(1, row - most); column <= Math.min(other.length, row + most); column += 1) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      cells[column] = Math.min(
        (above[column - 1] as number) + change,
        (above[column] as number) + 1,
        (cells[column - 1] as number) + 1,
      );
    }
    if (Math.min(...cells) > most) return undefined;
    above = cells;
  }
  const misread = above[other.length] as number;
  return misread <= most ? misread : undefined;
}

/** Finds a short name as a word of its own, such as BUET, but not in a course code such as BUP 1101. */
function byShortName(lines: readonly string[], { short }: Names): ReadDetail | undefined {
  for (const line of lines) {
    for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const value = short.get(word);
      const isCode = /^[\s._/-]{0,3}(?!(?:19|20)\d\d(?!\d))\d{3}/.test(line.slice(index + word.length));
      if (value && !isCode) return { value, confidence: 0.6 };
    }
  }
  return undefined;
}

const shortNamesOf = ({ name, otherNames }: KnownUniversity): (readonly [string, string])[] =>
  otherNames
    .filter((one) => !one.includes(" ") && one.length >= SHORTEST && one.length <= LONGEST_SHORT)
    .map((one) => [one.normalize("NFC"), name] as const);

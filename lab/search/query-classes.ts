import { normalizeCode, words } from "../../src/shared/text/words.ts";
import type { GeneratedCourse } from "../../tests/support/archive/generate-archive.ts";
import { seeded } from "../../scripts/lib/seeded.ts";

export interface Asked {
  text: string;
  /** Whether an item is a correct result. */
  isMeant: (item: { course: GeneratedCourse; year: string | undefined }) => boolean;
}

type Random = () => number;
/** Makes one type of query for a course; undefined if the course has no such query. */
type MakeQuery = (course: GeneratedCourse, random: Random, years: readonly string[]) => Asked | undefined;

const FILLERS = new Set("a an and at by for from in into its of on or the to using with ও".split(" "));
const isFiller = (word: string): boolean => FILLERS.has(word.toLowerCase());

const ofCourse = (course: GeneratedCourse, text: string | undefined): Asked | undefined =>
  text === undefined ? undefined : { text, isMeant: (item) => item.course === course };

/** The letters and the number of a code. */
function halves(code: string): [string, string] | undefined {
  const compact = normalizeCode(code);
  const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(compact) ?? [];
  return letters && number ? [letters, number] : undefined;
}

/** The code as "CSE 2103"; undefined for a code that is not letters and a number. */
export const spacedCode = ({ code }: GeneratedCourse): string | undefined => halves(code)?.join(" ");

const english = ({ title, typed }: GeneratedCourse): string | undefined => (typed ? undefined : title);
const bangla = ({ title, typed }: GeneratedCourse): string | undefined => (typed ? title : undefined);

/** The types of queries, each for the courses that have one. */
export const queryClasses: Record<string, MakeQuery> = {
  "code as stored": (course) => ofCourse(course, course.code),
  "code spaced": (course) => ofCourse(course, halves(course.code)?.join(" ")),
  "code compact": (course) => ofCourse(course, halves(course.code)?.join("")),
  "code lower, other separator": (course, random) =>
    ofCourse(
      course,
      halves(course.code)
        ?.join(random() < 0.5 ? "." : "/")
        .toLowerCase(),
    ),
  "full title": (course) => ofCourse(course, english(course)),
  "title without fillers": (course) => {
    const parts = english(course)?.split(" ") ?? [];
    const kept = parts.filter((word) => !isFiller(word));
    return kept.length < parts.length ? ofCourse(course, kept.join(" ")) : undefined;
  },
  "one typo in the longest word": (course, random) => ofCourse(course, withTypo(english(course), random)),
  "two words swapped": (course, random) => ofCourse(course, swapped(english(course), random)),
  "last word cut short": (course, random) => ofCourse(course, cut(english(course), random)),
  acronym: (course) => {
    const wanted = acronym(course);
    if (!wanted || wanted.length < 3) return undefined;
    // Courses can share an acronym; then all of them are correct.
    return { text: wanted, isMeant: (item) => acronym(item.course) === wanted };
  },
  "Bangla title": (course) => ofCourse(course, bangla(course)),
  "Bangla, letters in pieces": (course) => {
    const title = bangla(course);
    const pieces = title && inPieces(title);
    return pieces && pieces !== title ? ofCourse(course, pieces) : undefined;
  },
  Banglish: (course) => ofCourse(course, course.typed),
  "code and year": (course, random, years) => {
    const year = years[Math.floor(random() * years.length)];
    const code = halves(course.code)?.join(" ").toLowerCase();
    if (!year || !code) return undefined;
    const text = random() < 0.5 ? `${code} ${year}` : `${code} '${year.slice(2)}`;
    return { text, isMeant: (item) => item.course === course && item.year === year };
  },
};

function acronym(course: GeneratedCourse): string | undefined {
  return english(course)
    ?.split(" ")
    .filter((word) => !isFiller(word) && !/^(I+|Lab|Sessional)$/.test(word))
    .map((word) => (words(word)[0] ?? "").slice(0, 1))
    .join("");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function withTypo(title: string | undefined, random: Random): string | undefined {
  if (!title) return undefined;
  const longest = title.split(" ").reduce((best, word) => (word.length > best.length ? word : best), "");
  if (longest.length < 4) return undefined;
  const at = Math.floor(random() * (longest.length - 1));
  const letter = LETTERS[Math.floor(random() * 26)] as string;
  const [before, here, next, after] = [
    longest.slice(0, at),
    longest[at],
    longest[at + 1],
    longest.slice(at + 2),
  ];
  const slips = [
    `${before}${next}${after}`,
    `${before}${here}${letter}${next}${after}`,
    `${before}${letter}${next}${after}`,
    `${before}${next}${here}${after}`,
  ];
  const wrong = slips[Math.floor(random() * slips.length)] as string;
  return wrong.toLowerCase() === longest.toLowerCase() ? undefined : title.replace(longest, wrong);
}

function swapped(title: string | undefined, random: Random): string | undefined {
  const parts = title?.split(" ") ?? [];
  if (parts.length < 2) return undefined;
  const at = Math.floor(random() * (parts.length - 1));
  [parts[at], parts[at + 1]] = [parts[at + 1] as string, parts[at] as string];
  return parts.join(" ");
}

function cut(title: string | undefined, random: Random): string | undefined {
  const parts = title?.split(" ") ?? [];
  const last = parts.pop();
  if (!last || last.length < 5) return undefined;
  const kept = Math.ceil(last.length / 2) + Math.floor((random() * last.length) / 2 - 0.01);
  return [...parts, last.slice(0, Math.min(kept, last.length - 1))].join(" ");
}

/**
 * Decomposes letters like some keyboards: o and au as two signs, and dotted letters as one code point or two.
 */
function inPieces(title: string): string {
  const dotted: Record<string, string> = { য়: "\u09df", ড়: "\u09dc", ঢ়: "\u09dd" };
  const pieces = title.normalize("NFD");
  return pieces === title ? title.replace(/[যডঢ]়/g, (letter) => dotted[letter] ?? letter) : pieces;
}

/** Half of the courses are for tuning; the report uses the others. */
export function isHeldOut({ code }: GeneratedCourse): boolean {
  return seeded([...normalizeCode(code)].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))() < 0.5;
}

import { words } from "../text/words.ts";

/** The months in which an exam can be held, in order, with their other names in English and Bangla. */
const NAMES = {
  january: "jan|জানুয়ারি|জানুয়ারী",
  february: "feb|ফেব্রুয়ারি|ফেব্রুয়ারী",
  march: "mar|মার্চ",
  april: "apr|এপ্রিল",
  may: "মে",
  june: "jun|জুন",
  july: "jul|জুলাই",
  august: "aug|আগস্ট",
  september: "sep|sept|সেপ্টেম্বর",
  october: "oct|অক্টোবর",
  november: "nov|নভেম্বর",
  december: "dec|ডিসেম্বর",
} as const;

export const months: readonly string[] = Object.keys(NAMES);

/** All names of months, each with its month. */
export const monthNames: readonly (readonly [name: string, month: string])[] = Object.entries(NAMES).flatMap(
  ([month, others]) => [month, ...others.split("|")].map((name) => [name, month] as const),
);

const monthOf = new Map(monthNames.map(([name, month]) => [words(name).join(" "), month]));

/** The part of a text that we read, and the length of a normal form. */
const [MAX_READ, LONGEST] = [200, 60];

/** Returns the normal form of a month: "january" for "Jan 2018", or else the folded text. */
export function monthKey(text: string): string {
  const all = words(text.slice(0, MAX_READ));
  const named = all.flatMap((word) => monthOf.get(word) ?? []);
  const isDate = all.every((word) => monthOf.has(word) || /^\d+$/.test(word));
  return isDate && named.length === 1
    ? (named[0] as string)
    : [...all.join(" ")].slice(0, LONGEST).join("").trim();
}

/** Compares two months for a list with the newest first; a paper without a month comes last. */
export const newestMonthFirst = (one = "", other = ""): number => months.indexOf(other) - months.indexOf(one);

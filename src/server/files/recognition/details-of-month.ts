import { monthNames, months } from "../../../shared/facets/months.ts";
import { type ReadDetail, fold } from "./details-text.ts";

/** The months by their folded names, in English and Bangla. */
const monthOf = new Map(monthNames.map(([name, month]) => [fold(name), month]));
const MONTH = `(?<month>${[...monthOf.keys()].sort((one, other) => other.length - one.length).join("|")})`;
const [BEGIN, END] = ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"];
const DAY = "\\d{1,2}\\s?(?:st|nd|rd|th|ই|লা|রা|ঠা|সে)?";
/** "May 2019", "12th May, 2019", "May 12, 2019" or "May'19". */
const NAMED = `(?:${DAY}[\\s.,/-]{0,3}(?:of\\s)?)?${BEGIN}${MONTH}${END}[\\s.,/-]{0,3}(?:${DAY}[\\s.,/-]{1,3})?['’]?(?:(?:19|20)\\d\\d|(?<=['’-])\\d\\d)(?!\\d)`;
const DIGITS =
  "(?<!\\d)(?<first>\\d{1,2})\\s?[./-]\\s?(?<second>\\d{1,2})\\s?[./-]\\s?(?:(?:19|20)\\d\\d|\\d\\d)(?!\\d)";

const EXAM = "(?:exam(?:ination)?s?|final|mid|mid[\\s-]?term|test|quiz|পরীক্ষা|টেস্ট|ফাইনাল|মিড)".replace(
  /[\u0980-\u09ff]+/g,
  fold,
);
const HELD = `(?:held\\s(?:on|in)|date(?:\\sof\\s(?:the\\s)?(?:exam(?:ination)?|test|quiz))?|${fold("তারিখ")})`;
const WEEKDAY = "(?:[a-z]{3,6}day,?\\s)?";
/** The rules for a line, the most reliable first. Only signs and digits may stand between the exam's name and its month. */
const RULES = (
  [
    [`${BEGIN}${HELD}${END}[\\s:.(-]{0,4}${WEEKDAY}${NAMED}`, 0.85],
    [`${BEGIN}${EXAM}${END}[^\\p{L}]{0,8}(?:held\\s(?:on|in)\\s)?${WEEKDAY}${NAMED}`, 0.85],
    [`${BEGIN}${HELD}${END}[\\s:.(-]{0,4}${WEEKDAY}${DIGITS}`, 0.8],
    [`${NAMED}[^\\p{L}]{0,4}${EXAM}${END}`, 0.7],
  ] satisfies [rule: string, confidence: number][]
).map(([rule, confidence]) => ({ pattern: new RegExp(rule, "gu"), confidence }));

/** A month beside these words is of another time than the exam. */
const OTHER_TIME =
  "(?:session|semester|(?<!mid[\\s-]?)term|trimester|batch|admission|admitted|intake|print(?:ed)?(?:\\s(?:on|date))?|revised|revision|version|effective|since|from|estd|established|সেসন|সেমিস্টার|ব্যাচ|মুদ্রণ)".replace(
    /[\u0980-\u09ff]+/g,
    fold,
  );
const BEFORE = new RegExp(`(?:${BEGIN}${OTHER_TIME}[^\\p{L}\\p{M}]{0,5}|print\\s?date[^\\p{L}]{0,5})$`, "u");
const BEHIND = new RegExp(`^[^\\p{L}\\p{M}]{0,2}${OTHER_TIME}${END}`, "u");
/** A range of months, such as "January-June 2022", is a term. */
const RANGE = new RegExp(`${BEGIN}${MONTH}${END}[^\\p{L}]{0,8}(?:-|to|–)\\s?$`, "u");
const RANGE_BEHIND = new RegExp(`^\\s?(?:-|to|–)[^\\p{L}]{0,4}${MONTH}${END}`, "u");

/**
 * Finds the month in which the exam was held, as a value of the field `heldIn`, if the heading dates the exam. A month that is
 * only a guess isn't returned, because a person would have to check a detail that papers don't need.
 */
export function monthOfExam(lines: string[]): ReadDetail | undefined {
  const texts = lines.map(fold);
  for (const { pattern, confidence } of RULES) {
    const found = texts.flatMap((text) =>
      [...text.matchAll(pattern)].flatMap((match) => monthIn(match, text, confidence) ?? []),
    );
    const [first] = found;
    if (!first) continue;
    // Two months in one heading don't tell which one is meant.
    return found.every(({ value }) => value === first.value) ? first : undefined;
  }
  return undefined;
}

function monthIn(match: RegExpExecArray, text: string, confidence: number): ReadDetail | undefined {
  const { month, first = "", second = "" } = match.groups ?? {};
  const start = month === undefined ? match.index : text.indexOf(month, match.index);
  const [before, behind] = [text.slice(0, start), text.slice(match.index + match[0].length)];
  const isOther =
    BEFORE.test(text.slice(0, match.index)) ||
    BEFORE.test(before) ||
    BEHIND.test(behind) ||
    RANGE.test(before) ||
    RANGE_BEHIND.test(behind);
  if (isOther) return undefined;
  if (month !== undefined) return { value: monthOf.get(month) as string, confidence };
  const [one, other] = [Number(first), Number(second)];
  const value = months[(other > 12 ? one : other) - 1];
  // In "05/06/2019" the day or the month can be first.
  const isClear = one > 12 || other > 12 || one === other;
  return value === undefined || !isClear ? undefined : { value, confidence };
}

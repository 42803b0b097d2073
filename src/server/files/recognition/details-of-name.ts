import { asciiDigits } from "../../../shared/text/words.ts";
import { codeOf } from "./details-of-code.ts";
import { examTypeOf, semesterOf, setOf, termOf, yearOf } from "./details-of-exam.ts";
import { cellsOf, type ReadDetail } from "./details-text.ts";
import type { Proposal } from "./propose-details.ts";

/** A name says less than a page: people reuse old names. */
const [LIKELY, GUESS] = [0.7, 0.5];
/** Names that cameras, messengers, scanners and office programs give, with the date of the file and not of the exam. */
const GIVEN_BY_PROGRAM =
  /^(?:img|dsc[nf]?|pxl|vid|pic|photo|image|scan|scanned|camscanner|doc|document|new doc|adobe scan|screenshot|screen shot|whatsapp|signal|fb_img|received|messenger|telegram|untitled|unnamed|file|copy|page|স্ক্যান|ছবি)(?![\p{L}\p{M}]*\p{L}\s+\p{L})[\s\d._()-]/iu;
/** A date with a month and a day, or a time in milliseconds, is when a file was made. */
const MADE_AT =
  /(?<!\d)(?:(?:19|20)\d\d[._-]?(?:0[1-9]|1[0-2])[._-]?(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[._-](?:0?[1-9]|1[0-2])[._-](?:19|20)\d\d|\d{10,14})(?!\d)/gu;
const YEAR = /(?<!\d)((?:19[7-9]|20[0-3])\d)(?!\d)/gu;
/** The longest path that is read, in UTF-16 code units. */
const MAX_LENGTH = 300;
const MAX_TITLE = 80;
/** Words of a name that are no part of a title. */
const NO_TITLE =
  /(?<![\p{L}\p{M}])(?:final|mid|midterm|term|quiz|class\s*test|c\.?t\.?|exam(?:ination)?|questions?|ques|qs|papers?|spring|summer|fall|autumn|winter|semester|sem|year|set|sec(?:tion)?|solutions?|solve|answers?|copy|scan|batch|part|page|lab|improvement|প্রশ্ন|প্রশ্নপত্র|ফাইনাল|মিড|পরীক্ষা)(?![\p{L}\p{M}])/iu;

/**
 * The details that the name of a file and its folders tell, the nearest folder first. Their confidence is never "sure".
 * @param path such as `CSE/3rd year/CSE 3211 Information Theory/Final 2019.jpg`, or the name alone
 */
export function detailsOfName(path: string): Proposal {
  const parts = path
    .slice(-MAX_LENGTH)
    .split("/")
    .map((part, at, all) => wordsOf(at === all.length - 1 ? part.replace(/\.[A-Za-z0-9]{2,5}$/, "") : part))
    .filter((part) => part !== "")
    .toReversed();
  const found: Proposal = {};
  for (const part of parts) {
    const code = codeOf([part]);
    const near: Proposal = {
      ...(code && { code: { value: code.value, confidence: LIKELY } }),
      ...likely("examType", examTypeOf([part])),
      ...likely("year", yearIn(part)),
      ...likely("term", termOf([part]) ?? bareTerm(part)),
      ...likely("set", setOf([part])),
      ...likely("semester", semesterOf([part])),
      ...(code && titleAfter(part, code.value)),
    };
    for (const [name, detail] of Object.entries(near)) found[name as keyof Proposal] ??= detail;
  }
  return found;
}

/** The words of a part of a path; "" if a program gave the name. */
function wordsOf(part: string): string {
  const name = asciiDigits(part.normalize("NFC")).trim();
  if (GIVEN_BY_PROGRAM.test(`${name} `)) return "";
  return name.replace(MADE_AT, " ").replace(/[_+]+/g, " ").replace(/\s+/g, " ").trim();
}

const likely = (name: keyof Proposal, detail: ReadDetail | undefined): Proposal =>
  detail ? { [name]: { value: detail.value, confidence: Math.min(LIKELY, detail.confidence) } } : {};

/** A year beside the name of an exam or a season, or the only year of the name. */
function yearIn(part: string): ReadDetail | undefined {
  const years = new Set([...part.matchAll(YEAR)].map(([, year]) => year as string));
  const read = yearOf([part]);
  if (read && read.confidence >= LIKELY) return read;
  return years.size === 1 && read ? { ...read, confidence: LIKELY } : read;
}

/** A season that stands alone, because names are short. */
function bareTerm(part: string): ReadDetail | undefined {
  const [season] = /(?<!\p{L})(?:spring|summer|fall|autumn|winter)(?!\p{L})/iu.exec(part) ?? [];
  return season ? termOf([`${season} semester`]) : undefined;
}

/** The words after a code that name no exam. */
function titleAfter(part: string, code: string): Proposal {
  const [letters = "", number = ""] = code.split(" ");
  const after = new RegExp(`${letters}[\\s._-]{0,3}${number}[\\s._:-]*(.+)$`, "iu").exec(part)?.[1] ?? "";
  const [words = ""] = cellsOf(after.replace(YEAR, "   ").split(NO_TITLE)[0] ?? "");
  const title = words.replace(/^[^\p{L}]+|[^\p{L}\p{M})+#]+$/gu, "").slice(0, MAX_TITLE);
  return /\p{L}{3}|\p{L}\p{M}*\p{L}/u.test(title) && !/\d/.test(title)
    ? { subject: { value: title, confidence: GUESS } }
    : {};
}

import { normalizeCode } from "../../../shared/text/words.ts";
import { printedCode } from "./details-of-code.ts";
import { cellsOf, type ReadDetail, fold, folded, type Head } from "./details-text.ts";

const MAX_TITLE = 120;

const AND_CODE = "(?:\\s*(?:and|&|ও)\\s*(?:(?:course|subject)\\s*)?(?:code|no\\.?|কোড))?";
/** OCR often misreads the letters in the middle of "title". */
const NAMED_TITLE = "(?:course|subject|paper|module|conrse)\\s*(?:t(?!ime|each)[a-z1|!]{2,4}e|name)";
const NAMED_TITLE_BANGLA = "(?:বিষয়|কোর্স|পত্র)(?:ের)?\\s*(?:নাম|শিরোনাম|টাইটেল)".normalize("NFC");
const TITLE_LABELS = [
  `${NAMED_TITLE}${AND_CODE}`,
  `(?:title|name)\\s*of\\s*(?:the\\s*)?(?:course|subject|paper)${AND_CODE}`,
  "(?<!\\p{L})title(?=\\s*[:;=.-])",
  `${NAMED_TITLE_BANGLA}${AND_CODE}`,
  "(?<![\\p{L}\\p{M}])শিরোনাম(?=\\s*[:=])",
  // "Course: CSE 2213 Name: Operating Systems"
  "(?<=\\d[A-Z]?\\s{1,5})name(?=\\s*[:=])",
  "(?<!\\p{L})(?:sub(?:ject)?\\.?|course|paper|module)(?=\\s*[:=])",
  "(?<!\\p{L})(?:sub(?:ject)?|course)(?=\\s*(?:-|\\.)\\s)",
  "(?:বিষয়|কোর্স|পত্র|সাবজেক্ট)(?=\\s*(?:[:=]|-\\s))",
  "(?<!\\p{L})exam(?:ination)?\\s+(?:on|in)(?=\\s+\\p{Lu})",
].map((label) => new RegExp(`${label.normalize("NFC")}\\s*[:;=.|-]*[\\s:;=.|-]*(.+)$`, "iu"));
/** A title's label in a cell of its own. */
const LABEL_ALONE = new RegExp(`^(?:${NAMED_TITLE}|${NAMED_TITLE_BANGLA})\\s*[:.-]*$`, "iu");
/** The label of another column. */
const HEADER =
  /^(?:credits?(?:\s*hours?)?|(?:(?:course|subject)\s*)?(?:code|no|teacher)|(?:full\s*)?marks|time|date|duration|semester|session|section|set|level|term)\b|^(?:ক্রেডিট|পূর্ণমান|সময়|কোড|সেট)/iu;
/** A code after a title, in brackets or after a sign. */
const CODE_AT_END = /\s*[([,;/-]\s*\p{L}{2,5}[\s._/-]{0,3}\d{3,4}\p{L}?\s*[)\]]?\s*$/u;
/** `Subject: LLB/2205 (Law of Contract)` has the title after the code. */
const CODE_AT_START = /^\p{L}{2,5}[\s._/-]{0,3}\d{3,4}(?!\d)/u;
/** Text that may follow a title on the same line. */
const NEXT =
  /\s{3,}|\s*[;,]?\s*[([]?(?<!\p{L})sec(?:tions?)?\s*[.:-]?\s*\p{Lu}{1,3}(?!\p{L})|\s*[([]?\s*(?:(?:course|subject)\s*)?(?:code|no\.)|\s+(?:time|duration|(?:full|total)\s*marks|marks|credits?(?:\s*hours?)?|section|set|date|session|semester|level|batch)\s*[:=-]|\s+(?:সময়|পূর্ণমান|কোড)\s*[:=-]/iu;

/** Parts of words in a title, such as "Str uctures": the title is only a guess. */
const BROKEN = 0.6;
const SHORT = /^(?:[ivx]{1,3}|[a-f]|r|it|ai|ml|an|as|at|by|in|of|on|or|to)$/i;
function isBroken(title: string): boolean {
  const isCapitals = title === title.toUpperCase();
  return title
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) => /^[A-Za-z]{1,2}$/.test(word) && !SHORT.test(word) && (isCapitals || !/^[A-Z]{2}$/.test(word)),
    );
}

/** Finds the title of the course beside its label or its code. */
export function titleOf(lines: string[], code: string | undefined): ReadDetail | undefined {
  for (const label of TITLE_LABELS) {
    for (const line of lines) {
      const title = cleaned(label.exec(line)?.[1]);
      if (title && !CODE_AT_START.test(title) && !beginsWith(title, code) && !HEADER.test(title))
        return { value: title, confidence: isBroken(title) ? BROKEN : 0.9 };
    }
  }
  const found = belowLabel(lines) ?? (code === undefined ? undefined : besideCode(lines, code));
  return found && isBroken(found.value) ? { ...found, confidence: BROKEN } : found;
}

/** Finds the title below its label: in a table with a row of labels, or in a column of labels and values. */
function belowLabel(lines: string[]): ReadDetail | undefined {
  for (const [at, line] of lines.entries()) {
    const place = cellsOf(line).findIndex((cell) => LABEL_ALONE.test(cell));
    if (place < 0) continue;
    const cell = cellsOf(lines[at + 1] ?? "")[place];
    const title = cleaned(cell);
    if (title && isTitle(title) && !HEADER.test(title)) return { value: title, confidence: 0.7 };
  }
  return undefined;
}

/**
 * Finds the title in `CSE 2103: Data Structures`, `Course: CSE-2103 (Data Structures)`, `CSE 2103 Data Structures` or
 * `Data Structures (CSE 2103)`.
 */
function besideCode(lines: string[], code: string): ReadDetail | undefined {
  if (!code.includes(" ")) return undefined;
  const printed = printedCode(code);
  const divided = new RegExp(`${printed}\\s*[)\\]]?\\s*[:;(,|-]\\s*([\\p{L}][^)]*)`, "iu");
  const after = new RegExp(`${printed}[)\\]]?\\s{1,2}(\\p{L}.*)`, "iu");
  const before = new RegExp(
    `^(?:course|subject|paper)?[\\s:]*([\\p{L}][^:([]{2,80}?)\\s*[([]\\s*(?:(?:course|subject|paper|কোর্স|বিষয়)?\\s*(?:code|no|কোড|নং)\\s*[.:-]*\\s*)?${printed}`,
    "iu",
  );
  // Signs that also stand between other details.
  const weak = [
    new RegExp(`${printed}\\s*[/.]\\s*(\\p{L}.*)`, "iu"),
    new RegExp(`(?:^|\\s{3})(\\p{L}[^:]{2,80}?)\\s*[-,;/|]\\s*${printed}`, "iu"),
    after,
  ];
  const others = new RegExp(`(${printed})(?:\\s*[/,&]\\s*[A-Z]{2,5}[\\s._-]{0,2}\\d{3,4}[A-Z]?)+`, "iu");
  for (const given of lines) {
    // A course can have a code for each department: "CSE 2213/CSI 219: Operating Systems".
    const line = given.replace(others, "$1");
    const title = cleaned(divided.exec(line)?.[1]) ?? cleaned(before.exec(line)?.[1]);
    if (title && !HEADER.test(title)) return { value: title, confidence: 0.7 };
    for (const pattern of weak) {
      const [cell = ""] = cellsOf(pattern.exec(line)?.[1] ?? "");
      const next = cleaned(cell);
      if (next && isTitle(next) && !isDetail(cell)) return { value: next, confidence: 0.7 };
    }
  }
  return undefined;
}

function cleaned(found: string | undefined): string | undefined {
  const title = found
    ?.split(NEXT)[0]
    ?.replace(CODE_AT_END, "")
    ?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N})+#]+$/gu, "")
    .slice(0, MAX_TITLE);
  const isWord = title && /\p{L}{3}|\p{L}\p{M}*\p{L}/u.test(title);
  // OCR that knows only English reads Bangla as words like "f63NU".
  return isWord && !/\p{L}\d+\p{L}|\d(?!st|nd|rd|th|d\b)\p{Script=Latin}/iu.test(title) ? title : undefined;
}

const beginsWith = (title: string, code: string | undefined): boolean =>
  code !== undefined && normalizeCode(title).startsWith(normalizeCode(code));

/** A word that shows that a part of a heading is another detail than the title. */
const OTHER_DETAIL = folded(
  "(?<![a-z])(?:universit[a-z]*|institute|college|school|faculty|department|dep[ta]\\.?|exam[a-z]*|tests?|quiz|assessment|mid|midterm|final|(?:tri|se)mester|term|level|year|session|batch|spring|summer|autumn|winter|hours?|hrs?|min|minutes?|marks?|credits?|date|code|roll|registration|reg|signature|invigilator|page|programme|program|b\\.?\\s?sc|bachelor|masters?|campus|teacher|lecturer|professor|prof|instructor|student|candidate|dr|md|mr|mrs|ms|engr|luck|book|paper|question|questions|answer|confidential|over)(?![a-z])" +
    "|(?<![a-z])(?:time|name|title|subject|course|section|set|group|part|fall)\\s*(?:[:.\\d-]|[a-d]?$)" +
    "|বিশ্ববিদ্যালয়|কলেজ|ইনস্টিটিউট|অনুষদ|বিভাগ|পরীক্ষা|সেমিস্টার|(?<![\\p{L}\\p{M}])(?:(?:শিক্ষা)?বর্ষ|টার্ম|পর্ব)(?![\\p{L}\\p{M}])|সময়|ঘণ্টা|ঘন্টা|মিনিট|পূর্ণমান|নম্বর|ক্রেডিট|তারিখ|সেট|শাখা|রোল|কোড|শিক্ষক|অধ্যাপক|স্বাক্ষর|নাম\\s*:|নং",
);
const UNIVERSITY = folded("universit|institute|college|বিশ্ববিদ্যালয়|কলেজ|ইনস্টিটিউট");
const ORGANISATION = folded("department|dep[ta]\\.|faculty|school|অনুষদ|বিভাগ");
/** A line that holds a course code, perhaps with its label and credits. */
const CODE_LINE =
  /^\W{0,2}(?:(?:course|subject|paper)?\s*(?:code|no|কোড|নং)\s*[.:-]*\s*)?[A-Z][A-Za-z]{1,4}[\s._/-]{0,3}\d{3,4}[A-Z]?\W{0,2}(?:\(.*\))?$/u;
/** A line below a university's name often names the place. */
const PLACE =
  /dhaka|chittagong|chattogram|khulna|rajshahi|sylhet|barishal|barisal|rangpur|mymensingh|cumilla|comilla|gazipur|savar|bangladesh|ঢাকা|চট্টগ্রাম|খুলনা|রাজশাহী|সিলেট|বরিশাল|রংপুর|ময়মনসিংহ|কুমিল্লা|গাজীপুর|সাভার|বাংলাদেশ/iu;
/** A line that goes on in the next one. */
const CONTINUES = /(?:[,&-]|\s(?:and|of|in|for|the|ও|এবং))$/iu;
const SMALL_WORD = /^(?:a|an|and|as|at|by|for|from|in|into|of|on|or|the|to|via|with|[&/-])$/;
const CAPITALISED = /^\(?\p{Lu}[\p{L}'’./&-]*[),]?$/u;
const BANGLA_WORD = /^\(?[\p{Script=Bengali}'’-]+[),]?$/u;
const MIN_LETTERS = 5;
const [MAX_WORDS, MAX_LETTERS] = [9, 80];

/** Whether a text is written like a title: in capitals, in title case or in Bangla, and without digits. */
function isTitle(text: string): boolean {
  const parts = text.split(" ");
  if (parts.length > MAX_WORDS || text.length > MAX_LETTERS) return false;
  if ((text.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return false;
  if (parts.every((part) => BANGLA_WORD.test(part))) return true;
  return (
    /^\p{Lu}/u.test(text) &&
    parts.every((part) => CAPITALISED.test(part) || SMALL_WORD.test(part)) &&
    // Noise of a scan has short words and words without vowels.
    parts.some((part) => part.length >= 4 && /[aeiouy]/i.test(part))
  );
}

const isDetail = (cell: string): boolean =>
  /\d/.test(cell) || /[:=]$/.test(cell) || OTHER_DETAIL.test(fold(cell));

/**
 * Finds a title without a label: the last text of the heading that is no other detail. A line directly below the
 * university continues its name or names the city.
 */
export function headingTitle({ lines, isWhole }: Pick<Head, "lines" | "isWhole">): ReadDetail | undefined {
  if (!isWhole) return undefined;
  const value = lastTitle(lines) ?? aboveCode(lines);
  return value === undefined ? undefined : { value, confidence: 0.5 };
}

function lastTitle(lines: string[]): string | undefined {
  for (let at = lines.length - 1; at > 1; at -= 1) {
    const [only, more] = restOf(lines[at] ?? "");
    if (only === undefined) continue;
    const title = unlabelled(only);
    const above = fold(lines[at - 1] as string);
    const continues = UNIVERSITY.test(above) || CONTINUES.test(above) || restOf(above).length > 0;
    const isRest = continues || (ORGANISATION.test(above) && !title?.includes(" "));
    return more === undefined && title && isTitle(title) && !isRest ? title : undefined;
  }
  return undefined;
}

/** Finds a title directly above a line that holds nothing but the code. */
function aboveCode(lines: string[]): string | undefined {
  for (const [at, line] of lines.entries()) {
    const [only, more] = cellsOf(lines[at - 1] ?? "");
    if (!CODE_LINE.test(line) || only === undefined || more !== undefined || isDetail(only)) continue;
    const title = unlabelled(only);
    const isRest = CONTINUES.test(lines[at - 2] ?? "") || PLACE.test(only);
    if (title && isTitle(title) && !isRest) return title;
  }
  return undefined;
}

/** The cells of a line that hold no other detail. */
const restOf = (line: string): string[] =>
  cellsOf(line).filter((cell) => /\p{L}\p{M}*\p{L}/u.test(cell) && !isDetail(cell));

/** The title in a cell, whose label OCR may have misread as up to three letters. */
export const unlabelled = (cell: string): string | undefined =>
  cleaned(cell.replace(/^(?:\p{L}{1,3}\s*:|(?:title|subject|course)\s(?=\s*\p{Lu}))\s*/iu, ""));

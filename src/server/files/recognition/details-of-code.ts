import { cellsOf, type ReadDetail } from "./details-text.ts";
import { PREFIXES } from "./heading-words.ts";
import { mayLackLetter } from "./mend-code.ts";

/** Digits that OCR often confuses with letters. */
const AS_LETTER: Record<string, string> = { "0": "O", "1": "I", "5": "S", "8": "B", "6": "G", "2": "Z" };
const AS_DIGIT: Record<string, string> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  "|": "1",
  S: "5",
  B: "8",
  Z: "2",
  G: "6",
};

const LETTERS = "[A-Za-z0-9]{2,5}?";
/** One sign is a digit, so that "Sub: LLB" is not read as a code. */
const NUMBER = "(?=[A-Za-z|]{0,3}\\d)[0-9OQDILSBZG|olis]{3,4}";
const CODE = `(${LETTERS})[\\s._/-]{0,3}(${NUMBER})([A-Z]?)(?![A-Za-z0-9])`;
/** Some papers print "ECON: 2301". */
const CODE_WITH_COLON = CODE.replace("/-]", "/:-]");
/** The "L" of a laboratory course: "CSE 231L". */
const LAB = "(?=(?-i:L)(?![A-Za-z0-9]))";
/** The same pattern for a number that was read without a mistake: "BUS102" is not BU 5102, and "210S" is not 210. */
const withDigits = (pattern: string): string =>
  pattern.replace(NUMBER, `\\d{4}|\\d{3}(?:${LAB}|(?![OQDILSBZG|olis]))`);
const LABEL =
  "(?:(?:course|subject|paper|module|(?<![a-z])sub(?=\\s*[.:])\\.?)\\s*(?:code|no|number|id)?|(?<![a-z])code|(?:বিষয়|কোর্স|পত্র)(?:ের)?\\s*(?:কোড|নং|নম্বর)?|কোড)";
const BETWEEN = "\\s*(?:no|code)?\\s*[.:;=\\-|)]*\\s*";

/** A semester, a year or a batch follows, so this is "CSE 2nd Semester" and no code. */
const NO_CODE =
  "(?!\\s{0,2}(?:[a-z]{2}\\s*)?(?:[Ss]em(?:ester)?\\b|[Yy]ear|[Tt]erm|[Bb]atch|[Hh]ours|[Mm]inutes)" +
  // "CSE 100 Marks" is no code, but "MATH 1151 Marks: 30" has one.
  "|(?<=(?<!\\d)\\d\\d[05])\\s{0,2}[Mm]arks)";

const labelled = [withDigits(CODE), CODE].map(
  (code) => new RegExp(`${LABEL.normalize("NFC")}${BETWEEN}${code}${NO_CODE}`, "iu"),
);
/** The name of a department in Bangla takes the place of letters. */
const bangla = new RegExp(
  `(?:(?:বিষয়|কোর্স|পত্র)(?:ের)?\\s*(?:কোড|নং|নম্বর)|কোড)\\s*[.:;=-]*\\s*([\\p{Script=Bengali}]{2,14})[\\s-]{0,2}(\\d{3,4})(?!\\d)`.normalize(
    "NFC",
  ),
  "u",
);
/** A label in a cell of its own, whose code is below it. */
const labelOnly = new RegExp(
  "^(?:(?:course|subject|sub\\.?|paper)\\s*(?:code|no)|(?:বিষয়|কোর্স)(?:ের)?\\s*(?:কোড|নং))\\s*[.:;=-]*$".normalize(
    "NFC",
  ),
  "iu",
);
const codeOnly = new RegExp(`^(?:${withDigits(CODE)})$`, "u");
const misreadCodeOnly = new RegExp(`^${CODE}$`, "u");
/** A cell beside the label may be as high as two lines. */
const LINES_BELOW = 2;
/** The format of the National University: a number without letters. */
const numbered = new RegExp(
  `(?:code|কোড|course no|বিষয় নং)`.normalize("NFC") + `\\s*[.:;=\\-|]*\\s*([0-9OIlSB]{4,6})(?![A-Za-z0-9])`,
  "iu",
);
const anywhere = [withDigits(CODE_WITH_COLON), CODE_WITH_COLON].map(
  (code) => new RegExp(`(?<![A-Za-z0-9])${code}${NO_CODE}`, "gu"),
);
/** A code with an unknown prefix must be alone in its cell, in brackets, or before its title. */
const unknown = [
  /(?:^|\s{3}|[([]\s*)([A-Z]{2,5})[\s._/-]{1,3}(\d{3,4})([A-Z]?)\s*(?:$|\s{2}|[)\]]|[:–-]\s*\p{L}|\p{Script=Bengali}{3})/u,
  /(?:^|^: ?|\s{3})([A-Z][A-Za-z]{1,4}) ?[-/] ?(\d{3,4})([A-Z]?)(?:$|\s{3}|\s{1,2}(?=\p{Lu}|\p{Script=Bengali}))/u,
];
const NO_PREFIX = new Set(
  "ROOM PAGE ROLL REG TIME MARKS MARK SET PART YEAR BATCH ID NO EXAM FINAL MID TERM SPRING FALL HALL BLOCK ROAD SEC BOX FORM ACT DATE LAB PHONE".split(
    " ",
  ),
);
const YEAR = /^(?:19[5-9]|20[0-3])\d$/;
/** Words beside which a number such as 2019 is a year. */
const DATED = /exam|session|held|batch|spring|summer|fall|autumn|winter|admission|পরীক্ষা|সাল/iu;

/** A pattern for a code as a paper prints it, with the mistakes of OCR. @param code such as `CSE 2103` */
export function printedCode(code: string): string {
  const [letters = "", number = ""] = code.split(" ");
  return `(?<![A-Za-z0-9])${likeness(letters, AS_LETTER)}[\\s._/:-]{0,3}${likeness(number, AS_DIGIT)}(?![0-9])`;
}

/** A code that we only guess. */
const GUESS = 0.6;

/**
 * Finds the course code, such as `CSE 2103`. A code without a label is only a guess if its letters were joined.
 * @param unmended all lines as recognition read them
 */
export function codeOf(lines: string[], unmended: readonly string[] = lines): ReadDetail | undefined {
  for (const line of lines) {
    for (const pattern of labelled) {
      const [, letters = "", number = "", suffix = ""] = pattern.exec(line) ?? [];
      const code = repaired(letters, number, suffix);
      if (code) return { value: code, confidence: trusted(isKnown(code) ? 0.95 : 0.7, number) };
    }
  }
  return (
    belowLabel(lines) ??
    printedWhole(unlabelled(lines, 0.8, isUpper) ?? unlabelled(lines, 0.7, isCapitalised), unmended) ??
    unknownCode(lines) ??
    banglaCode(lines) ??
    numberCode(lines)
  );
}

/** Lowers the confidence in a code that no line has without spaces between its letters, or that may lack its first letter. */
function printedWhole(detail: ReadDetail | undefined, unmended: readonly string[]): ReadDetail | undefined {
  if (!detail) return undefined;
  const [prefix = ""] = detail.value.split(" ");
  const code = printedCode(detail.value);
  const printed = new RegExp(code, "iu");
  const isWhole = unmended.some((line) => printed.test(line) && !mayLackLetter(line, code, prefix));
  return isWhole ? detail : { ...detail, confidence: Math.min(GUESS, detail.confidence) };
}

function belowLabel(lines: string[]): ReadDetail | undefined {
  for (const [at, line] of lines.entries()) {
    if (!cellsOf(line).some((cell) => labelOnly.test(cell))) continue;
    for (const below of lines.slice(at + 1, at + 1 + LINES_BELOW)) {
      const [cell = ""] = cellsOf(below);
      const [, letters = "", number = "", suffix = ""] =
        codeOnly.exec(cell) ?? misreadCodeOnly.exec(cell) ?? [];
      const code = repaired(letters, number, suffix);
      if (code && isPrefix(letters))
        return { value: code, confidence: trusted(isKnown(code) ? 0.9 : 0.7, number) };
    }
  }
  return undefined;
}

const isPrefix = (letters: string): boolean => !NO_PREFIX.has(letters.toUpperCase());
const isUpper = (letters: string): boolean => letters === letters.toUpperCase();
const isCapitalised = (letters: string): boolean => /^[A-Z][A-Za-z]+$/.test(letters);

/** Without a label, the prefix must be known: a word next to a year looks like a code. */
function unlabelled(
  lines: string[],
  confidence: number,
  isWritten: (letters: string) => boolean,
): ReadDetail | undefined {
  for (const line of lines) {
    for (const [, letters = "", number = "", suffix = ""] of anywhere.flatMap((one) => [
      ...line.matchAll(one),
    ])) {
      const code = repaired(letters, number, suffix);
      const isYear = YEAR.test(number) && (!isUpper(letters) || DATED.test(line));
      if (code && isWritten(letters) && isKnown(code) && !isYear)
        return { value: code, confidence: trusted(confidence, number) };
    }
  }
  return undefined;
}

function unknownCode(lines: string[]): ReadDetail | undefined {
  for (const pattern of unknown) {
    for (const line of lines) {
      const [, letters = "", number = "", suffix = ""] = pattern.exec(line) ?? [];
      if (letters && isPrefix(letters) && !YEAR.test(number))
        return { value: `${letters.toUpperCase()} ${number}${suffix}`, confidence: GUESS };
    }
  }
  return undefined;
}

function banglaCode(lines: string[]): ReadDetail | undefined {
  for (const line of lines) {
    const [, name, number] = bangla.exec(line) ?? [];
    if (name) return { value: `${name} ${number}`, confidence: 0.7 };
  }
  return undefined;
}

function numberCode(lines: string[]): ReadDetail | undefined {
  for (const line of lines) {
    const [, number] = numbered.exec(line) ?? [];
    if (number) return { value: digitsOf(number), confidence: 0.7 };
  }
  return undefined;
}

const isKnown = (code: string): boolean => PREFIXES.has(code.split(" ")[0] ?? "");
const each = (text: string, as: Record<string, string>): string =>
  [...text.toUpperCase()].map((letter) => as[letter] ?? letter).join("");
/** Letters or digits as a pattern, each with the signs that OCR confuses with it. */
const likeness = (text: string, as: Record<string, string>): string =>
  [...text]
    .map((letter) => {
      const others = Object.entries(as).flatMap(([read, meant]) => (meant === letter ? [read] : []));
      return `[${letter}${others.join("")}]`;
    })
    .join("");
/** Lowers the confidence in a number such as "231B": it can be 2318, or 231 with the suffix B. */
const trusted = (confidence: number, number: string): number =>
  /^\d{3}[A-Z]$/.test(number) ? Math.min(GUESS, confidence) : confidence;
const digitsOf = (number: string): string => each(number, AS_DIGIT);

/** @returns undefined if the match is not a course code */
function repaired(letters: string, number: string, suffix: string): string | undefined {
  const prefix = each(letters, AS_LETTER);
  const digits = digitsOf(number);
  const isNumber = /^\d+$/.test(digits) && /\d/.test(number);
  // The letters of `Course Code 2103` are only a label, and `2019` has no letters.
  if (!isNumber || !/[A-Za-z]/.test(letters) || prefix === "CODE" || prefix === "NO") return undefined;
  return `${prefix} ${digits}${suffix}`;
}

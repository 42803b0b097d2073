import { knownDepartments, departmentValue } from "../../../shared/departments.ts";
import { normalizeCode } from "../../../shared/words.ts";
import { type Fact, fold, folded } from "./facts-text.ts";

const MAX_TITLE = 120;

const TITLE_LABELS = [
  "(?:course|subject|paper)\\s*(?:title|name)",
  "(?:title|name)\\s*of\\s*(?:the\\s*)?(?:course|subject|paper)",
  "(?:বিষয়|কোর্স)(?:ের)?\\s*(?:নাম|শিরোনাম)",
  "(?:subject|course|বিষয়)(?=\\s*[:=])",
].map((label) => new RegExp(`${label.normalize("NFC")}\\s*[:;=.|-]*\\s*(.+)$`, "iu"));
/** A code in brackets after a title. */
const CODE_AT_END = /\s*[([]\s*\p{L}{2,5}[\s._/-]{0,3}\d{3,4}\p{L}?\s*[)\]]?\s*$/u;
/** Text that may follow a title on the same line. */
const NEXT =
  /\s{3,}|\s*[([]?\s*(?:(?:course|subject)\s*)?(?:code|no\.)|\s+(?:time|duration|(?:full|total)\s*marks|marks|credits?(?:\s*hours?)?|section|set|date|session|semester|level|batch)\s*[:=-]|\s+(?:সময়|পূর্ণমান|কোড)\s*[:=-]/iu;

/** Finds the title of the course. */
export function subjectOf(lines: string[], code: string | undefined): Fact | undefined {
  for (const label of TITLE_LABELS) {
    for (const line of lines) {
      const title = cleaned(label.exec(line)?.[1]);
      if (title && !beginsWith(title, code)) return { value: title, confidence: 0.9 };
    }
  }
  return code === undefined ? undefined : besideCode(lines, code);
}

/**
 * Finds the title in `CSE 2103: Data Structures`, `Course: CSE-2103 (Data Structures)` or `Data Structures (CSE 2103)`.
 */
function besideCode(lines: string[], code: string): Fact | undefined {
  const [prefix = "", number = ""] = code.split(" ");
  if (number === "") return undefined;
  const pattern = new RegExp(
    `${prefix}[\\s._/-]{0,3}${number}\\s*[)\\]]?\\s*[:(,|-]\\s*([\\p{L}][^)]*)`,
    "iu",
  );
  const before = new RegExp(
    `^(?:course|subject|paper)?[\\s:]*([\\p{L}][^:([]{2,80}?)\\s*[([]\\s*${prefix}[\\s._/-]{0,3}${number}`,
    "iu",
  );
  for (const line of lines) {
    const title = cleaned(pattern.exec(line)?.[1]) ?? cleaned(before.exec(line)?.[1]);
    if (title) return { value: title, confidence: 0.7 };
  }
  return undefined;
}

function cleaned(found: string | undefined): string | undefined {
  const title = found
    ?.split(NEXT)[0]
    ?.replace(CODE_AT_END, "")
    ?.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N})+#]+$/gu, "")
    .slice(0, MAX_TITLE);
  return title && /\p{L}{3}|\p{L}\p{M}*\p{L}/u.test(title) ? title : undefined;
}

const beginsWith = (title: string, code: string | undefined): boolean =>
  code !== undefined && normalizeCode(title).startsWith(normalizeCode(code));

/** Full names of departments, each with the short name that the archive uses. */
const NAMES: [words: RegExp, value: string][] = [
  [/computer\s*sc|computer\s*eng/u, "CSE"],
  [/electrical|electronic/u, "ece"],
  [/business\s*admin/u, "bba"],
  [folded("কম্পিউটার"), "CSE"],
  [folded("তড়িৎ|ইলেকট্রিক"), "ece"],
  [folded("ব্যবসায়?\\s*প্রশাসন"), "bba"],
];
const DEPARTMENTS = [
  /(?:department|dept\.?)\s*(?:of|:)\s*([\p{L}&,.()\s-]{2,80})/iu,
  new RegExp("([\\p{L}\\p{M}\\s,-]{3,60}?)\\s*বিভাগ(?!\\p{L})".normalize("NFC"), "iu"),
];

/** Finds the department, in the short form that the archive stores. */
export function departmentOf(lines: string[], code: string | undefined): Fact | undefined {
  for (const pattern of DEPARTMENTS) {
    for (const line of lines) {
      const name = pattern
        .exec(line)?.[1]
        ?.split(/\s{3,}|\s*[(,]/)[0]
        ?.trim();
      if (name) return { value: known(name) ?? departmentValue(name), confidence: 0.85 };
    }
  }
  const prefix = code?.split(" ")[0]?.toLowerCase();
  const byCode = knownDepartments.find(({ label }) => label.toLowerCase() === prefix);
  return byCode && { value: byCode.value, confidence: 0.6 };
}

const known = (name: string): string | undefined => NAMES.find(([words]) => words.test(fold(name)))?.[1];

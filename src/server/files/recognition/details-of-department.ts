import { knownDepartments, departmentValue } from "../../../shared/courses/departments.ts";
import { type ReadDetail, fold, folded } from "./details-text.ts";

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
export function departmentOf(lines: string[], code: string | undefined): ReadDetail | undefined {
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

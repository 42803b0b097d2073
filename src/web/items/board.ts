import { departmentKey } from "../../shared/courses/departments.ts";
import { shortHash } from "../../shared/text/short-hash.ts";
import { normalizeCode } from "../../shared/text/words.ts";
import type { Item } from "../page/context.ts";

/** The groups of departments with a board of their own. Bangla words have no `\b`, so a short name must be whole. */
const GROUPS = [
  /^(?:cse|cs|swe|ict|it)$|comput|software|information|কম্পিউটার|সফটওয়্যার|তথ্য/,
  /^(?:ece|eee|ete)$|electr|তড়িৎ|ইলেকট্র/,
  /^(?:bba|mba|acc|act|ais|fin|mgt|mkt|hrm|eco|econ)$|business|account|financ|market|manage|econom|ব্যবসা|হিসাব|ব্যবস্থাপনা|অর্থনীতি/,
  /^(?:mat|math|phy|che|chem|sta|stat)$|mathem|physic|chemis|statis|গণিত|পদার্থ|রসায়ন|পরিসংখ্যান/,
  /^(?:ce|me|ipe|arch|te|urp|wre)$|civil|mechanic|architect|textile|industrial|পুরকৌশল|যন্ত্রকৌশল|স্থাপত্য|বস্ত্র/,
].map((group) => new RegExp(group.source.normalize("NFC"), "u"));

/** The number of the board of an item's cover, from 0. All items of a department have the same board. */
export function boardOf({ kind, fields: { department, code } }: Item): number {
  const letters = code && normalizeCode(code).replace(/\P{L}+/gu, "");
  const name = departmentKey(department ?? (letters || kind)).normalize("NFC");
  const group = GROUPS.findIndex((one) => one.test(name));
  return group < 0 ? shortHash(name) % GROUPS.length : group;
}

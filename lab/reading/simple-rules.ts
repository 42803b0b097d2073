import type { Detail } from "./set/heading.ts";

const MONTHS =
  "jan|feb|mar|apr|may|jun|june|july|aug|sep|sept|oct|nov|dec|fall|year|time|mark|marks|set|room";
const NOT_CODE = new RegExp(`^(?:${MONTHS})$`, "i");

/** About ten rules, as a person writes them in an hour. The benchmark compares the product with them. */
export function simpleRules(text: string): Partial<Record<Detail, string>> {
  const one = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.trim();
  const found: Partial<Record<Detail, string | undefined>> = {
    code: codeIn(text),
    examType: examIn(text),
    year:
      one(/(?:examination|exam|spring|summer|fall|autumn|winter|date)[^\n]{0,20}\b(20\d\d)\b/i) ??
      one(/\b(20\d\d)\b/),
    semester: one(/\b(\d)(?:st|nd|rd|th)\s+semester/i),
    term: one(/\b(spring|summer|fall|autumn|winter)\b/i)
      ?.toLowerCase()
      .replace("autumn", "fall"),
    set: one(/\bset\s*[-:]?\s*([A-D])\b/i),
    subject: one(/(?:course|subject)?\s*(?:title|name)\s*[:.]\s*([^\n]+?)(?:\s{2,}|\n)/i),
    department: one(/(?:department|dept\.?)\s+of\s+([^\n,]+)/i),
    university: one(/^\s*([^\n]*\buniversity\b[^\n]*)/im),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function codeIn(text: string): string | undefined {
  for (const pattern of [
    /(?:code|course no|sub)\s*[.:]*\s*([A-Z]{2,5})\s*[-/:]?\s*(\d{3,4})/gi,
    /\b([A-Z]{2,5})\s*[-/:]?\s*(\d{3,4})\b/g,
    /\b([A-Z][a-z]{1,4})\s*[-/:]?\s*(\d{3,4})\b/g,
  ]) {
    for (const [, letters = "", digits = ""] of text.matchAll(pattern))
      if (!NOT_CODE.test(letters)) return `${letters} ${digits}`;
  }
  return undefined;
}

function examIn(text: string): string | undefined {
  if (/improvement|supplementary/i.test(text)) return "improvement";
  if (/class\s*test|\bCT\b/i.test(text)) return "class-test";
  if (/\bquiz/i.test(text)) return "quiz";
  if (/\bmid/i.test(text)) return "mid";
  return /final|examination/i.test(text) ? "final" : undefined;
}

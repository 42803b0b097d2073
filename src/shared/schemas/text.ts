import { z } from "zod";
import type { ProblemMessage } from "../problems/problem-codes.ts";
import { asciiDigits } from "../text/words.ts";
import { refuse } from "./refuse.ts";

/**
 * C0 and C1 control characters except tab and line breaks, and direction marks. PostgreSQL refuses NUL, and
 * nobody types the other characters on purpose.
 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
/** Only white space and invisible characters. */
const BLANK = /^[\s\p{Cf}\u3164\u2800]*$/u;

/** Whether a text can be stored and shown: well-formed Unicode without control characters. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

export interface TextRule {
  required: boolean;
  max: number;
  /** Keeps line breaks. Without this option, all white space becomes single spaces. */
  lines?: boolean;
  /** An example for the OpenAPI document. */
  example?: string;
}

/**
 * Cleans one text.
 * @returns the cleaned text ("" if it is optional and blank), or a problem code
 */
export function checkText(value: string, rule: TextRule): { text: string } | { problem: ProblemMessage } {
  if (!isCleanText(value)) return { problem: "characters" };
  const text = rule.lines ? value.replace(/\r\n?/g, "\n").trim() : value.replace(/\s+/g, " ").trim();
  const clean = text.normalize("NFC");
  if (BLANK.test(clean)) return rule.required ? { problem: "required" } : { text: "" };
  if (clean.length > rule.max) return { problem: `tooLong:${rule.max}` };
  return { text: clean };
}

/** The problem with a value that is not text: the value is absent or has a different type. */
export const notText = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? "required" : "text"),
};

/** A zod schema for one text field. Problems are codes of the message catalogue (`code` or `code:param`). */
export function textSchema(rule: TextRule) {
  return z
    .string(notText)
    .meta({
      minLength: rule.required ? 1 : 0,
      maxLength: rule.max,
      ...(rule.example ? { examples: [rule.example] } : {}),
    })
    .transform((value, context) => {
      const checked = checkText(value, rule);
      if ("text" in checked) return checked.text;
      return refuse(context, checked.problem);
    });
}

/** Accepts a number or its text, in ASCII or Bangla digits. The API returns numbers as text. */
export function numericText(value: string | number): string {
  return asciiDigits(String(value)).trim();
}

// Stricter than a browser's rule: no dot at the start or end, and no two dots in a row.
const EMAIL = z.regexes.email;

/** An email address in lower case. SMTP allows at most 254 characters (RFC 5321 §4.5.3.1.3). */
export const emailSchema = z
  .string(notText)
  .transform((value, context) => {
    const email = value.trim().toLowerCase();
    const problem =
      email === "" ? "required" : email.length > 254 || !EMAIL.test(email) ? "email" : undefined;
    if (!problem) return email;
    return refuse(context, problem);
  })
  .meta({ format: "email", maxLength: 254 });

/** @returns the address as accounts store it; undefined if the text is not an email address */
export function parseEmail(text: string): string | undefined {
  return emailSchema.safeParse(text).data;
}

/** Item ids. We create ids of 24 hex digits, but an import can contain other ids of these characters. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const idSchema = z.string(notText).regex(idPattern, { error: "id" });

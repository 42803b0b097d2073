import { z } from "zod";
import { asciiDigits } from "../words.ts";

/** C0 and C1 controls but tab and line breaks. PostgreSQL refuses NUL, and none of them is ever meant. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
/** Only white space and invisible characters: nothing a person could read. */
const BLANK = /^[\s\p{Cf}\u3164\u2800]*$/u;

/** Whether a text can be kept and shown: well-formed Unicode without control characters. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

export interface TextRule {
  required: boolean;
  max: number;
  /** Keeps line breaks; otherwise every run of white space becomes one space. */
  lines?: boolean;
  /** For the OpenAPI document. */
  example?: string;
}

/**
 * Cleans one text and reports what is wrong as a problem code.
 * @returns the cleaned text ("" where optional and blank)
 */
export function checkText(value: string, rule: TextRule): { text: string } | { problem: string } {
  if (!isCleanText(value)) return { problem: "characters" };
  const text = rule.lines ? value.replace(/\r\n?/g, "\n").trim() : value.replace(/\s+/g, " ").trim();
  const clean = text.normalize("NFC");
  if (BLANK.test(clean)) return rule.required ? { problem: "required" } : { text: "" };
  if (clean.length > rule.max) return { problem: `tooLong:${rule.max}` };
  return { text: clean };
}

/** The problem of a value that is no text: absent, or of another type. */
export const notText = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? "required" : "text"),
};

/** A zod schema of one text field. Problems are codes of the message catalogue (`code` or `code:param`). */
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
      context.addIssue({ code: "custom", message: checked.problem });
      return z.NEVER;
    });
}

/** Takes a number or its text, in ASCII or Bangla digits. The API answers numbers as text. */
export function numericText(value: string | number): string {
  return asciiDigits(String(value)).trim();
}

// Narrower than a browser's rule: no dot at either end, none twice.
const EMAIL = z.regexes.email;

/** An e-mail address, lower-cased. 254 is the longest that SMTP carries (RFC 5321 §4.5.3.1.3). */
export const emailSchema = z
  .string(notText)
  .transform((value, context) => {
    const email = value.trim().toLowerCase();
    const problem =
      email === "" ? "required" : email.length > 254 || !EMAIL.test(email) ? "email" : undefined;
    if (!problem) return email;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  })
  .meta({ format: "email", maxLength: 254 });

/** @returns the address as accounts keep it, or undefined for a text that is none */
export function parseEmail(text: string): string | undefined {
  return emailSchema.safeParse(text).data;
}

/** Resource ids: 24 hex digits where we make them; an import may bring others of this alphabet. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const idSchema = z.string(notText).regex(idPattern, { error: "id" });

import { cookieLine, cookiesOf } from "../../shared/people/cookies.ts";
import type { Toast } from "./context.ts";

const NAME = "toast";

/** A cookie that makes the next page show a toast, with or without JavaScript. */
export function toastCookie({ title, detail, sent }: Toast, secure: boolean): string {
  const value = JSON.stringify({ title, detail: short(detail), sent });
  return cookieLine(NAME, value, { seconds: 60, secure });
}

/**
 * The longest detail, in characters. Browsers drop a cookie of more than 4,096 bytes, and a Bangla letter
 * needs nine bytes when it is encoded.
 */
const LONGEST = 300;
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

export const clearedToastCookie = cookieLine(NAME, "", { seconds: 0, secure: false });

/** The toast in a request's cookies, if it is well-formed. */
export function readToast(cookies: string | null): Toast | undefined {
  const value = cookiesOf(cookies)[NAME];
  if (!value) return undefined;
  try {
    const { title, detail, sent } = JSON.parse(value) as Toast;
    if (typeof title !== "string" || typeof detail !== "string") return undefined;
    return { title, detail, ...(typeof sent === "string" ? { sent } : {}) };
  } catch {
    return undefined;
  }
}

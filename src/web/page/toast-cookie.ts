import { cookieLine, cookiesOf } from "../../shared/cookies.ts";
import type { Toast } from "./context.ts";

const NAME = "toast";

/** A cookie that shows a toast on the next page, with or without JavaScript. */
export function toastCookie({ title, detail, sent }: Toast, secure: boolean): string {
  const value = JSON.stringify({ title, detail: short(detail), sent });
  return cookieLine(NAME, value, { seconds: 60, secure });
}

/** Browsers drop a cookie of more than 4,096 bytes; a Bangla letter takes nine of them, encoded. In characters. */
const LONGEST = 300;
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

export const clearedToastCookie = cookieLine(NAME, "", { seconds: 0, secure: false });

/** The toast of a request's cookies, if there is a well-formed one. */
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

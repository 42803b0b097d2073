import { expect } from "vitest";
import type { Client } from "../api/site.ts";

/** The first group of each match, as a person reads it. */
export const pieces = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, piece = ""]) => textOf(piece));

/** The text that a person reads in HTML, on one line. */
export function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** The main part of a page. */
export async function main(reader: Client, path: string): Promise<string> {
  const { status, text } = await reader.get(path);
  expect(status, path).toBe(200);
  return /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";
}

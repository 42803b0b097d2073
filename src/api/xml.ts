import { escapeMarkup } from "../shared/escape-markup.ts";

/** A piece of XML. It escapes inserted texts, for content and for attributes in quotes. */
export function xml(parts: TemplateStringsArray, ...texts: string[]): string {
  return parts.reduce((whole, part, index) => whole + escapeMarkup(texts[index - 1] ?? "") + part);
}

import { escapeMarkup } from "../shared/escape-markup.ts";

/** A piece of XML whose inserted texts are escaped, for content and for attributes in quotes. */
export function xml(parts: TemplateStringsArray, ...texts: string[]): string {
  return parts.reduce((whole, part, index) => whole + escapeMarkup(texts[index - 1] ?? "") + part);
}

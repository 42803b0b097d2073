import { escapeMarkup } from "../../shared/text/escape-markup.ts";

/** A template tag for XML. It escapes the inserted texts for content and quoted attributes. */
export function xml(parts: TemplateStringsArray, ...texts: string[]): string {
  return parts.reduce((whole, part, index) => whole + escapeMarkup(texts[index - 1] ?? "") + part);
}

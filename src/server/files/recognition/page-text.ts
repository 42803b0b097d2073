import { words } from "../../../shared/words.ts";

/** A page number alone, or a scanner's stamp, is no text of a page. */
const FEWEST_LETTERS = 40;
/** Fonts that draw Bangla over Latin codes, such as SutonnyMJ, fill a text with letters like these. */
const STRANGE = /[\u0080-\u024f\u2000-\u20ff\ue000-\uf8ff\ufffd]/gu;
const MOST_STRANGE = 0.08;
/** The part of a paper's text that search keeps. */
const MAX_WORDS = 3_000;
const MAX_WORD = 40;

/** Whether what a file holds as text for a page is what a reader sees there, so that it need not be recognised. */
export function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS) return false;
  const strange = text.match(STRANGE)?.length ?? 0;
  return strange / letters < MOST_STRANGE;
}

/**
 * Adds the words of pages to those that search knows of a paper.
 * @param known as `PaperTable.pageWords`
 * @returns the same form, each word once, 3,000 at most
 */
export function withWordsOf(known: string, texts: string[]): string {
  const all = new Set(known.split(" ").filter(Boolean));
  for (const text of texts) {
    for (const word of words(text)) {
      if (all.size >= MAX_WORDS) break;
      // One letter finds everything; what is longer than any word is a rule or a smudge.
      if (word.length > 1 && word.length <= MAX_WORD) all.add(word);
    }
  }
  return all.size === 0 ? "" : ` ${[...all].join(" ")} `;
}

import { words } from "../../../shared/text/words.ts";

/** A text layer with fewer letters holds only a page number or a scanner's stamp. */
const MIN_LETTERS = 40;
/** Fonts such as SutonnyMJ draw Bangla but store characters like these. */
const STRANGE = /[\u0080-\u024f\u2000-\u20ff\ue000-\uf8ff\ufffd]/gu;
const MAX_STRANGE = 0.08;
/** The search index stores at most this many different words of a paper. */
const MAX_WORDS = 3_000;
const MAX_WORD = 40;

/** Whether the text layer of a page holds readable text, so that the page needs no OCR. */
export function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return false;
  const strange = text.match(STRANGE)?.length ?? 0;
  return strange / letters < MAX_STRANGE;
}

/**
 * Adds the words of pages to the known words of a paper.
 * @param known in the format of `PaperTable.pageWords`
 * @returns the same format, with each word once and at most 3,000 words
 */
export function withWordsOf(known: string, texts: string[]): string {
  const all = new Set(known.split(" ").filter(Boolean));
  for (const text of texts) {
    for (const word of words(text)) {
      if (all.size >= MAX_WORDS) break;
      // A single letter matches everything, and a very long "word" is a ruled line or a smudge.
      if (word.length > 1 && word.length <= MAX_WORD) all.add(word);
    }
  }
  return all.size === 0 ? "" : ` ${[...all].join(" ")} `;
}

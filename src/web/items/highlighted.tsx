import { createContext, Fragment, useContext } from "react";
import { words } from "../../shared/text/words.ts";

const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+(?:\+\+|#)?/gu;

/** The words of the search, normalised in the same way as in the search. */
export const HighlightTerms = createContext<readonly string[]>([]);

/** A text with the searched words highlighted. */
export function Highlighted({ text }: { text: string }) {
  const terms = new Set(useContext(HighlightTerms));
  if (terms.size === 0) return text;
  const pieces: { text: string; isFound: boolean }[] = [];
  let from = 0;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    if (!words(word).some((one) => terms.has(one))) continue;
    pieces.push({ text: text.slice(from, index), isFound: false }, { text: word, isFound: true });
    from = index + word.length;
  }
  pieces.push({ text: text.slice(from), isFound: false });
  return pieces.map((piece, place) =>
    piece.isFound ? <mark key={place}>{piece.text}</mark> : <Fragment key={place}>{piece.text}</Fragment>,
  );
}

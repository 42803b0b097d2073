import { Fragment } from "react";
import { words } from "../../../shared/words.ts";

const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;

/** A text with the words marked that a search found it by. @param terms as the search compares words */
export function Marked({ text, terms }: { text: string; terms: ReadonlySet<string> }) {
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

import type { GreyPicture } from "../../rendering/paper-light.ts";
import type { Letter } from "./read-line.ts";

/** The narrowest gap between two words, as a share of the line's height; and the same if the network saw a space. */
const GAP = 0.18;
const LIKELY_GAP = 0.07;
const LIKELY = 0.01;
/** Digits are equally wide, so there is a gap beside the narrow "1" in a number, and before a full stop. */
const GAP_OF_NUMBERS = 0.4;
const IN_NUMBER = /^\d[\d.,:)]$|^[.,:(]\d$/;
/** A column has ink if it is darker than this part of the way from paper to ink. */
const INK = 0.4;

/**
 * Adds the spaces that the network misses where words are close: it reads "DataStructures", but between the letters
 * there is a gap.
 * @param line the picture that the letters were read from
 */
export function splitWords(letters: Letter[], line: GreyPicture): Letter[] {
  const gaps = gapsOf(line);
  return letters.flatMap((letter, index) => {
    const before = letters[index - 1];
    if (!before || before.text === " " || letter.text === " ") return [letter];
    const widest = gaps
      .filter(({ middle }) => middle > before.x && middle < letter.x)
      .reduce((most, { width }) => Math.max(most, width), 0);
    const likely = letter.spaceBefore > LIKELY ? LIKELY_GAP : GAP;
    const least = IN_NUMBER.test(before.text + letter.text) ? GAP_OF_NUMBERS : likely;
    return widest >= least * line.height
      ? [{ text: " ", x: (before.x + letter.x) / 2, confidence: 1, spaceBefore: 0 }, letter]
      : [letter];
  });
}

/** The columns without ink between columns with ink. */
function gapsOf({ data, width, height }: GreyPicture): { middle: number; width: number }[] {
  const darkest = new Uint8Array(width).fill(255);
  const [first, last] = [Math.round(height * 0.12), Math.round(height * 0.88)];
  for (let row = first; row < last; row += 1) {
    for (let column = 0; column < width; column += 1)
      darkest[column] = Math.min(darkest[column] as number, data[row * width + column] as number);
  }
  const sorted = Uint8Array.from(data).sort();
  const ink = sorted[Math.floor(sorted.length * 0.03)] as number;
  const paper = sorted[Math.floor(sorted.length * 0.7)] as number;
  const limit = paper - INK * (paper - ink);
  const gaps: { middle: number; width: number }[] = [];
  let since = -1;
  for (let column = 0; column < width; column += 1) {
    if ((darkest[column] as number) > limit) continue;
    if (since >= 0 && column - since > 1)
      gaps.push({ middle: (since + column) / 2, width: column - since - 1 });
    since = column;
  }
  return gaps;
}

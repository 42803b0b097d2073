import type { GreyPicture } from "../../rendering/paper-light.ts";
import type { Letter } from "./read-line.ts";

/** The narrowest gap between two words, as a share of the line's height; and the same if the network saw a space. */
const GAP = 0.18;
const LIKELY_GAP = 0.07;
const LIKELY = 0.01;
/**
 * Headings often have wide letters, with gaps as large as those between words elsewhere. A gap between words is larger than this
 * factor of the line's usual gap, and by this share of its height if the network saw no space.
 */
const [WIDER, MORE] = [1.2, 0.0625];
/** The usual gap of a line: this share of its gaps is smaller, because the larger ones also stand between words. */
const USUAL = 0.4;
/** A line with fewer gaps has no usual one. */
const FEW = 4;
/** Digits are equally wide, so there is a gap beside the narrow "1" in a number, and before a sign at the end of a word. */
const [GAP_OF_SIGNS, WIDER_OF_SIGNS] = [0.4, 1.4];
const IN_NUMBER = /^\d\d$|^[.,:(]\d$|[:.,;)\]]$/;
/** A column has ink if it is darker than this part of the way from paper to ink. */
const INK = 0.4;

/**
 * Adds the spaces that the network misses where words are close: it reads "DataStructures", but between the letters
 * there is a gap. Wide letters stay together: "SEMESTER" has gaps too.
 * @param line the picture that the letters were read from
 */
export function splitWords(letters: Letter[], line: GreyPicture): Letter[] {
  const gaps = gapsOf(line);
  const before = letters.map((letter, index) => gapBefore(letter, letters[index - 1], gaps));
  const usual = usualOf(before.filter((gap) => gap !== undefined));
  return letters.flatMap((letter, index) => {
    const [other, gap] = [letters[index - 1], before[index]];
    if (!other || gap === undefined) return [letter];
    const words =
      letter.spaceBefore > LIKELY
        ? Math.max(LIKELY_GAP * line.height, WIDER * usual)
        : Math.max(GAP * line.height, WIDER * usual + MORE * line.height);
    const isInNumber = IN_NUMBER.test(other.text + letter.text);
    const least = isInNumber ? Math.max(GAP_OF_SIGNS * line.height, WIDER_OF_SIGNS * words) : words;
    return gap >= least
      ? [{ text: " ", x: (other.x + letter.x) / 2, confidence: 1, spaceBefore: 0 }, letter]
      : [letter];
  });
}

/** The widest gap between two letters; undefined if the network read a space there. */
function gapBefore(letter: Letter, before: Letter | undefined, gaps: Gap[]): number | undefined {
  if (!before || before.text === " " || letter.text === " ") return undefined;
  return gaps
    .filter(({ middle }) => middle > before.x && middle < letter.x)
    .reduce((most, { width }) => Math.max(most, width), 0);
}

const usualOf = (gaps: number[]): number =>
  gaps.length < FEW
    ? 0
    : (gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * USUAL)] as number);

/** Columns without ink. */
interface Gap {
  middle: number;
  width: number;
}

/** The columns without ink between columns with ink. */
function gapsOf({ data, width, height }: GreyPicture): Gap[] {
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
  const gaps: Gap[] = [];
  let since = -1;
  for (let column = 0; column < width; column += 1) {
    if ((darkest[column] as number) > limit) continue;
    if (since >= 0 && column - since > 1)
      gaps.push({ middle: (since + column) / 2, width: column - since - 1 });
    since = column;
  }
  return gaps;
}

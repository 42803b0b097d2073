import type { GreyPicture } from "../../rendering/paper-light.ts";
import type { Models } from "./models.ts";

/** A character of a line that was read. */
export interface Letter {
  text: string;
  /** Its place in the line's picture, in px from the left. */
  x: number;
  /** From 0 to 1. */
  confidence: number;
  /** The probability that the network gave to a space before the letter, from 0 to 1. */
  spaceBefore: number;
}

export interface ReadLine {
  letters: Letter[];
  text: string;
  /** The mean of the letters' confidence, from 0 to 1; 0 without letters. */
  confidence: number;
  /** The share of the ink that looks like characters of another script, from 0 to 1. */
  foreign: number;
}

/** The network's steps are this many px wide. */
const STEP = 8;
/** Printable ASCII, and a few signs of exam papers. The other characters of the network are Chinese. */
const LATIN = /^[ -~°±×÷≤≥≠√∞∑∫∆αβγδθλμπρστφωΩ–—‘’“”•…→]$/u;

export function createReadLine({ read, characters }: Pick<Models, "read" | "characters">) {
  const allowed = characters.flatMap((character, index) => (LATIN.test(character) ? [index] : []));

  /** Reads the line of a picture of 48 px height. */
  return async function readLine(line: GreyPicture): Promise<ReadLine> {
    const { width, height } = line;
    const padded = Math.ceil(width / STEP) * STEP;
    const data = new Float32Array(3 * height * padded).fill(1);
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const value = (line.data[row * width + column] as number) / 127.5 - 1;
        for (let channel = 0; channel < 3; channel += 1)
          data[(channel * height + row) * padded + column] = value;
      }
    }
    const { data: scores, dims } = await read({ data, dims: [1, 3, height, padded] });
    return decoded(scores, dims[1] as number, characters.length);
  };

  /** The best character of each step, without repetitions. */
  function decoded(scores: Float32Array, steps: number, count: number): ReadLine {
    const letters: Letter[] = [];
    const space = characters.lastIndexOf(" ");
    let [before, first, spaceBefore] = [0, 0, 0];
    let [ink, known] = [0, 0];
    for (let step = 0; step < steps; step += 1) {
      const start = step * count;
      let [best, highest] = [0, scores[start] as number];
      for (const index of allowed) {
        const score = scores[start + index] as number;
        if (score > highest) [best, highest] = [index, score];
        known += score;
      }
      ink += 1 - (scores[start] as number);
      const last = letters.at(-1);
      spaceBefore = Math.max(spaceBefore, scores[start + space] as number);
      if (best !== 0 && best === before && last) {
        last.confidence = Math.max(last.confidence, highest);
        last.x = ((first + step + 1) / 2) * STEP;
      } else if (best !== 0) {
        const [text, x] = [characters[best] as string, (step + 0.5) * STEP];
        letters.push({ text, x, confidence: highest, spaceBefore });
        [first, spaceBefore] = [step, 0];
      }
      before = best;
    }
    const text = letters.map((letter) => letter.text).join("");
    const sum = letters.reduce((total, { confidence }) => total + confidence, 0);
    const confidence = letters.length === 0 ? 0 : sum / letters.length;
    return { letters, text, confidence, foreign: ink < 1 ? 0 : 1 - known / ink };
  }
}

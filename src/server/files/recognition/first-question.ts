import { asciiDigits } from "../../../shared/text/words.ts";

/** A question's number at the beginning of a line: "5.", "Q. 5)", "(5)", "৫।". */
const QUESTION = /^\W{0,2}(?:q(?:uestions?)?\.?\s*(?:no\.?)?\s*[:-]?\s*)?[([]?(\d{1,2})\s*[.)।\]]\s*\S/iu;
/** A larger number is a year or a value. */
const MAX_QUESTIONS = 60;

/**
 * The number of the first question on a page. A page that begins with a later question continues a paper.
 * @param text of one page
 * @returns undefined if no line begins with a number
 */
export function firstQuestionOf(text: string): number | undefined {
  for (const line of text.split(/\r?\n/)) {
    const number = Number(QUESTION.exec(asciiDigits(line.slice(0, 40)))?.[1]);
    if (number >= 1 && number <= MAX_QUESTIONS) return number;
  }
  return undefined;
}

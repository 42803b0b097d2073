import type { GreyPicture } from "../../rendering/paper-light.ts";
import { type Word, wordsOf } from "./combine-words.ts";
import { cutLine, LINE_HEIGHT } from "./cut-line.ts";
import type { TextLine } from "./find-lines.ts";
import type { ReadLine } from "./read-line.ts";
import { splitWords } from "./split-words.ts";

/** A line that was read among others. */
interface ReadWords {
  line: TextLine;
  words: Word[];
}

/** Words with a smaller gap, in px of a line's picture, are cut out together. */
const GAP = 60;
/** How much more is cut out at both ends, in px of a line's picture. */
const EDGE = 14;
/** Letters and digits, as in a course code. */
const LIKE_A_CODE = /[A-Za-z].*\d|\d.*[A-Za-z]/;

/**
 * Reads the words of a line that look like a course code once more, without the Bangla words beside them: the network is
 * certain of a Latin word alone, and uncertain between letters that it doesn't know.
 * @returns the words of the line, with those that are more certain now
 */
export async function readCodesAlone(
  page: GreyPicture,
  { line, words }: ReadWords,
  readLine: (line: GreyPicture) => Promise<ReadLine>,
): Promise<Word[]> {
  const scale = line.height / LINE_HEIGHT;
  const found: Word[] = [];
  for (const run of runsOf(words)) {
    const isCode = LIKE_A_CODE.test(run.map(({ text }) => text).join(" "));
    found.push(...((isCode && (await readAlone(run))) || run));
  }
  return found;

  async function readAlone(run: Word[]): Promise<Word[] | undefined> {
    const left = (run[0] as Word).left - EDGE;
    const right = (run.at(-1) as Word).right + EDGE;
    const picture = cutLine(page, {
      ...line,
      left: line.left + left * scale,
      right: line.left + right * scale,
    });
    const { letters, confidence } = await readLine(picture);
    const before = run.reduce((sum, word) => sum + word.confidence, 0) / run.length;
    if (confidence <= before) return undefined;
    return wordsOf(splitWords(letters, picture)).map((word) => ({
      ...word,
      left: word.left + left,
      right: word.right + left,
    }));
  }
}

/** Words that are close to each other. */
function runsOf(words: Word[]): Word[][] {
  const runs: Word[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last && word.left - (last.at(-1) as Word).right < GAP) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

import type { GreyPicture } from "../../rendering/paper-light.ts";
import type { LineBox } from "../../rendering/line-box.ts";
import { cutLine } from "./cut-line.ts";
import { findLines, type TextLine } from "./find-lines.ts";
import type { Models } from "./models.ts";
import type { ReadLine } from "./read-line.ts";

/** How many lines decide whether a page is upside down. */
const VOTES = 3;
/** A line that is read with this confidence is not upside down. */
const CERTAIN = 0.85;

export interface UprightPage {
  page: GreyPicture;
  lines: TextLine[];
  /** How many quarter turns clockwise made the page upright. */
  turns: number;
}

/** Turns a page that is on its side or upside down, and finds its lines. */
export async function uprightPage(
  image: GreyPicture,
  models: Pick<Models, "mark">,
  readLine: (line: GreyPicture) => Promise<ReadLine>,
): Promise<UprightPage> {
  let found = { page: image, ...(await findLines(image, models)) };
  let turns = 0;
  if (found.isSideways) {
    const page = quarterTurned(image);
    [found, turns] = [{ page, ...(await findLines(page, models)) }, 1];
  }
  if (!(await isUpsideDown(found.page, found.lines, readLine))) return { ...found, turns };
  const page = quarterTurned(quarterTurned(found.page));
  return { page, lines: (await findLines(page, models)).lines, turns: turns + 2 };
}

/** Whether the longest lines are read with more confidence upside down. */
async function isUpsideDown(
  page: GreyPicture,
  lines: TextLine[],
  readLine: (line: GreyPicture) => Promise<ReadLine>,
): Promise<boolean> {
  const longest = [...lines].sort((p, q) => q.right - q.left - (p.right - p.left)).slice(0, VOTES);
  let [upright, turned] = [0, 0];
  for (const line of longest) {
    const picture = cutLine(page, line);
    const own = weight(await readLine(picture));
    if (own >= CERTAIN) return false;
    upright += own;
    turned += weight(await readLine({ ...picture, data: picture.data.toReversed() }));
  }
  return turned > 1.3 * upright && turned > 0.7 * longest.length;
}

/** A line with one certain letter isn't certain: Latin text has a letter in less than its height. */
const weight = ({ letters, confidence }: ReadLine): number => (letters.length < 5 ? 0 : confidence);

/** Turns a picture by 90° clockwise. */
function quarterTurned({ data, width, height }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(data.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1)
      turned[column * height + height - 1 - row] = data[row * width + column] as number;
  }
  return { data: turned, width: height, height: width };
}

/** A box of the upright page, on the page as it was. @param turns quarter turns clockwise that made it upright */
export function turnedBack(box: LineBox, turns: number): LineBox {
  let [left, top, width, height] = box;
  for (let turn = 0; turn < turns; turn += 1)
    [left, top, width, height] = [top, Math.max(0, 1 - left - width), height, width];
  return [left, top, width, height];
}

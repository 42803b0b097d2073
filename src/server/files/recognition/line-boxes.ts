import { type LineBox, MAX_LINES } from "../rendering/line-box.ts";
import type { RecognisedLine } from "./ocr-messages.ts";

const plain = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * Finds the place of each line of a text.
 * @param text as it is stored
 * @param lines the lines with a known place, in the order of the text
 * @returns null for a line whose place is unknown, and for an empty line
 */
export function placesOf(text: string, lines: readonly RecognisedLine[]): (LineBox | null)[] {
  const known = lines.slice(0, MAX_LINES).map((line) => ({ ...line, text: plain(line.text) }));
  let next = 0;
  return text
    .split("\n")
    .slice(0, MAX_LINES)
    .map((line) => {
      const wanted = plain(line);
      const at = wanted === "" ? -1 : known.findIndex((one, index) => index >= next && one.text === wanted);
      if (at < 0) return null;
      next = at + 1;
      return known[at]?.box ?? null;
    });
}

/** @returns the value for `PageTextTable.lineBoxes`; null if no place is known */
export function storedPlaces(places: readonly (LineBox | null)[]): string | null {
  return places.some((place) => place !== null) ? JSON.stringify(places, rounded) : null;
}

/** Four digits place a line of 1,000 px to a tenth of a pixel. */
const rounded = (_key: string, value: unknown) =>
  typeof value === "number" ? Number(value.toFixed(4)) : value;

/** @param line from 1 @returns undefined for a line that doesn't exist, or whose place is unknown */
export function placeOfLine(lineBoxes: string | null, line: number): LineBox | undefined {
  if (lineBoxes === null) return undefined;
  return (JSON.parse(lineBoxes) as (LineBox | null)[])[line - 1] ?? undefined;
}

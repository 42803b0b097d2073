import { expect, test } from "vitest";
import { placeOfLine, placesOf, storedPlaces } from "./line-boxes.ts";
import type { RecognisedLine } from "./ocr-messages.ts";

const line = (text: string, top: number): RecognisedLine => ({ text, box: [0.1, top, 0.5, 0.02] });

test("each line of a text gets the place of the line with the same words", () => {
  const lines = [line("Sample  University ", 0.1), line("CSE 2103", 0.2), line("CSE 2103", 0.3)];
  const places = placesOf("Sample University\n\nCSE 2103\nA line that was lost\nCSE 2103", lines);
  expect(places.map((place) => place?.[1])).toEqual([0.1, undefined, 0.2, undefined, 0.3]);
});

test("a stored place is found by the number of its line", () => {
  const stored = storedPlaces(placesOf("Sample University\n\nCSE 2103", [line("CSE 2103", 0.2)]));
  expect(placeOfLine(stored, 3)).toEqual([0.1, 0.2, 0.5, 0.02]);
  for (const other of [0, 1, 2, 4]) expect(placeOfLine(stored, other)).toBeUndefined();
});

test("a page whose lines have no known place stores none", () => {
  expect(storedPlaces(placesOf("Sample University", []))).toBeNull();
  expect(placeOfLine(null, 1)).toBeUndefined();
});

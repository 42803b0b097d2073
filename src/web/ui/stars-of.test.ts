import { expect, test } from "vitest";
import { starsOf } from "./stars-of.ts";

const drawn = (rating: number): string =>
  starsOf(rating)
    .map((star) => ({ full: "*", half: "+", empty: "." })[star])
    .join("");

test.each([
  [0, "....."],
  [1, "*...."],
  [2.4, "**..."],
  [2.5, "**+.."],
  [3.9, "***+."],
  [4.5, "****+"],
  [5, "*****"],
])("a rating of %d is drawn as %s", (rating, stars) => expect(drawn(rating)).toBe(stars));

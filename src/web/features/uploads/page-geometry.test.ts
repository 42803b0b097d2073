import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Crop,
  croppedSize,
  EDGES,
  moveEdge,
  pageSize,
  turnedSize,
  turnRight,
  WHOLE,
} from "./page-geometry.ts";

const PHOTO = { width: 3000, height: 4000 };

test("a crop moves with its edges when the page is rotated", () => {
  const crop = { top: 0.1, right: 0.2, bottom: 0.3, left: 0.05 };
  const once = turnRight({ turns: 0, crop });
  expect(once).toEqual({ turns: 1, crop: { top: 0.05, right: 0.1, bottom: 0.2, left: 0.3 } });
  expect(turnRight(turnRight(turnRight(once)))).toEqual({ turns: 0, crop });
  const { width, height } = croppedSize(PHOTO, { turns: 0, crop });
  const turned = croppedSize(PHOTO, once);
  expect([turned.width, turned.height]).toEqual([expect.closeTo(height), expect.closeTo(width)]);
});

test("at least a tenth of the page remains in each direction after any movement of the crop edges", () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...EDGES), fc.double({ min: -2, max: 2, noNaN: true })));
  fc.assert(
    fc.property(moves, (steps) => {
      const crop = steps.reduce<Crop>((now, [edge, cut]) => moveEdge(now, edge, cut), WHOLE);
      expect(Math.min(...Object.values(crop))).toBeGreaterThanOrEqual(0);
      expect(crop.top + crop.bottom).toBeLessThanOrEqual(0.9 + 1e-9);
      expect(crop.left + crop.right).toBeLessThanOrEqual(0.9 + 1e-9);
    }),
  );
});

test.each([
  { photo: PHOTO, page: { width: 1654, height: 2205 }, what: "upright" },
  { photo: turnedSize(PHOTO, 1), page: { width: 2205, height: 1654 }, what: "landscape" },
  { photo: { width: 1000, height: 9000 }, page: { width: 260, height: 2339 }, what: "a narrow strip" },
  { photo: { width: 640, height: 480 }, page: { width: 640, height: 480 }, what: "a small photo" },
])("a page is at most A4 at 200 dpi: $what", ({ photo, page }) => {
  expect(pageSize(photo)).toEqual(page);
});

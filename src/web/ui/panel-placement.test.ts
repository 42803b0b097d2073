import fc from "fast-check";
import { expect, test } from "vitest";
import { placePanel } from "./panel-placement.ts";

const PANEL = { width: 220, height: 240 };
const field = (left: number, top: number, width = 160, height = 48) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test.each([
  ["below a field at the top left", field(0, 0), { side: "below", top: 58, left: 0 }],
  [
    "below a field at the top right, moved left into the window",
    field(840, 0),
    { side: "below", top: 58, left: 780 },
  ],
  ["above a field at the bottom left", field(0, 552), { side: "above", top: 302, left: 0 }],
  ["above a field at the bottom right", field(840, 552), { side: "above", top: 302, left: 780 }],
  ["below a field with space on every side", field(400, 276), { side: "below", top: 334, left: 400 }],
  ["below a field with just enough space", field(400, 302), { side: "below", top: 360, left: 400 }],
  ["above a field with a pixel less space below", field(400, 303), { side: "above", top: 53, left: 400 }],
])("the panel's place in a window of 1000 by 600 is %s", (_, edges, expected) => {
  expect(placePanel(edges, PANEL, { width: 1000, height: 600 })).toEqual(expected);
});

test.each([
  ["on the right if it fits", field(100, 150), { side: "right", top: 150, left: 270 }],
  ["on the left if the right has no space", field(700, 150), { side: "left", top: 150, left: 470 }],
  ["on the right, moved up to stay in view", field(100, 200), { side: "right", top: 160, left: 270 }],
])("the panel's place in a window of 1000 by 400 is %s", (_, edges, expected) => {
  expect(placePanel(edges, PANEL, { width: 1000, height: 400 })).toEqual(expected);
});

test.each([
  ["at the bottom, over the field", field(16, 100, 288), { side: "below", top: 60, left: 16 }],
  ["at the top if there is more space", field(16, 170, 288), { side: "above", top: 0, left: 16 }],
  ["below a field that was scrolled away", field(16, -400, 288), { side: "below", top: 0, left: 16 }],
])("the panel's place in a window of 320 by 300, where it doesn't fit, is %s", (_, edges, expected) => {
  expect(placePanel(edges, PANEL, { width: 320, height: 300 })).toEqual(expected);
});

test("the whole panel is in the window for every field, and 10 pixels from the field if it fits", () => {
  const edges = fc
    .record({ left: fc.integer({ min: -500, max: 2000 }), top: fc.integer({ min: -2000, max: 3000 }) })
    .map(({ left, top }) => field(left, top));
  const view = fc.record({
    width: fc.integer({ min: 320, max: 2000 }),
    height: fc.integer({ min: 240, max: 1500 }),
  });
  fc.assert(
    fc.property(edges, view, (at, { width, height }) => {
      const { side, top, left } = placePanel(at, PANEL, { width, height });
      const [right, bottom] = [left + PANEL.width, top + PANEL.height];
      expect(Math.min(left, top, width - right, height - bottom)).toBeGreaterThanOrEqual(0);
      const inView = at.left >= 0 && at.top >= 0 && at.right <= width && at.bottom <= height;
      const gaps = {
        below: top - at.bottom,
        above: at.top - bottom,
        right: left - at.right,
        left: at.left - right,
      };
      const roomAbove = Math.max(at.top, height - at.bottom) >= PANEL.height + 10;
      if (inView && (roomAbove || side === "right" || side === "left")) expect(gaps[side]).toBe(10);
    }),
    { numRuns: 5_000 },
  );
});

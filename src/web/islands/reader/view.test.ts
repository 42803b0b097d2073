import { describe, expect, test } from "vitest";
import { FIT, fitted, moved, MAX, zoomed } from "./view.ts";

const stage = { width: 360, height: 600 };
const tall = fitted({ width: 1000, height: 2000 }, stage);
const wide = fitted({ width: 2000, height: 1000 }, stage);

test("a picture is enlarged or reduced until it just fits its stage", () => {
  expect(tall).toEqual({ width: 300, height: 600 });
  expect(wide).toEqual({ width: 360, height: 180 });
  expect(fitted({ width: 10, height: 10 }, stage)).toEqual({ width: 360, height: 360 });
});

describe("zooming", () => {
  test("keeps the point under the cursor in place", () => {
    const at = { x: 40, y: -100 };
    const first = zoomed(FIT, 3, at, tall, stage);
    expect(first).toEqual({ scale: 3, x: -80, y: 200 });
    const again = zoomed(first, 1.5, at, tall, stage);
    expect((at.x - again.x) / again.scale).toBeCloseTo((at.x - first.x) / first.scale);
    expect((at.y - again.y) / again.scale).toBeCloseTo((at.y - first.y) / first.scale);
  });

  test("stops at the largest scale, and at the whole picture in the centre", () => {
    const large = zoomed(FIT, 100, { x: 100, y: 100 }, tall, stage);
    expect(large.scale).toBe(MAX);
    expect(zoomed(large, 0.001, { x: -50, y: 20 }, tall, stage)).toEqual({ scale: 1, x: 0, y: 0 });
  });
});

test("moving stops at the edge of the picture, and does nothing if the whole picture is in view", () => {
  const large = zoomed(FIT, 2, { x: 0, y: 0 }, wide, stage);
  expect(moved(large, { x: 1_000, y: 1_000 }, wide, stage)).toEqual({ scale: 2, x: 180, y: 0 });
  expect(moved(large, { x: -1_000, y: -1_000 }, wide, stage)).toEqual({ scale: 2, x: -180, y: 0 });
  expect(moved(FIT, { x: 50, y: 50 }, tall, stage)).toEqual({ scale: 1, x: 0, y: 0 });
});

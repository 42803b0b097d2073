import { expect, test } from "vitest";
import { fitCurve, heightAt, slopeAt } from "./fit-line.ts";

const bent = (x: number) => 50 + 0.05 * x + 0.004 * Math.max(0, 60 - x) ** 2;
const points = (count: number, height: (x: number) => number) =>
  Array.from({ length: count }, (_one, x) => height(x));

test("a line that bends sharply at its left end is followed to its end", () => {
  const curve = fitCurve(points(400, bent), 2, 12);
  expect(curve.bend?.side).toBe("left");
  for (const x of [0, 20, 50, 200, 399]) expect(Math.abs(heightAt(curve, x) - bent(x))).toBeLessThan(1.5);
  expect(slopeAt(curve, 0)).toBeLessThan(-0.3);
});

test("a line that bends at its right end is followed too", () => {
  const curve = fitCurve(
    points(400, (x) => bent(399 - x)),
    2,
    12,
  );
  expect(curve.bend?.side).toBe("right");
  expect(Math.abs(heightAt(curve, 399) - bent(0))).toBeLessThan(1.5);
});

test("a straight line, and a line with an even curve, have no bend", () => {
  expect(
    fitCurve(
      points(300, (x) => 20 + 0.1 * x),
      1,
      10,
    ).bend,
  ).toBeUndefined();
  expect(
    fitCurve(
      points(300, (x) => 20 + 0.1 * x + 0.0005 * x * x),
      2,
      10,
    ).bend,
  ).toBeUndefined();
  const { middle } = fitCurve(
    points(300, (x) => 20 + 0.1 * x),
    1,
    10,
  );
  expect(middle[1]).toBeCloseTo(0.1);
});

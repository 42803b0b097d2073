import { expect, test } from "vitest";
import { stretchGrey } from "./stretch-grey.ts";

/** A picture with the given number of pixels of each colour. */
const picture = (...colours: [count: number, rgb: [number, number, number]][]) =>
  Uint8ClampedArray.from(
    colours.flatMap(([count, rgb]) => Array.from({ length: count }, () => [...rgb, 255]).flat()),
  );

const dots = (data: Uint8ClampedArray) =>
  Array.from({ length: data.length / 4 }, (_, index) => [...data.subarray(index * 4, index * 4 + 4)]);

test("ink becomes black and paper white in any light", () => {
  const data = picture([20, [90, 80, 60]], [80, [200, 180, 150]]);
  stretchGrey(data);
  expect(dots(data).slice(0, 20)).toEqual(Array.from({ length: 20 }, () => [0, 0, 0, 255]));
  expect(dots(data).slice(20)).toEqual(Array.from({ length: 80 }, () => [255, 255, 255, 255]));
});

test("a grey between ink and paper stays between black and white", () => {
  const data = picture([10, [50, 50, 50]], [10, [120, 120, 120]], [80, [190, 190, 190]]);
  stretchGrey(data);
  expect(dots(data)[10]).toEqual([128, 128, 128, 255]);
});

test("a blank page becomes grey without more noise", () => {
  const data = picture([50, [180, 180, 180]], [50, [200, 200, 200]]);
  stretchGrey(data);
  expect(dots(data)[0]).toEqual([180, 180, 180, 255]);
  expect(dots(data)[99]).toEqual([200, 200, 200, 255]);
});

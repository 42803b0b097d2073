import sharp from "sharp";
import { expect, test } from "vitest";
import { ENGLISH_HEAD, scan } from "../../../../tests/support/files/scan.ts";
import { paperLight } from "./paper-light.ts";
import { skewOf } from "./skew.ts";

async function skewOfScan(angle: number): Promise<number> {
  const page = sharp(await scan(ENGLISH_HEAD, angle))
    .greyscale()
    .resize({ width: 700 });
  const { data, info } = await page.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return skewOf({ data, width: info.width, height: info.height });
}

test.each([0, 0.8, -1.6, 2.4, -3, 4.6])(
  "a skew of %d degrees is measured to within 0.31 degrees",
  async (angle) => {
    expect(Math.abs((await skewOfScan(angle)) - angle)).toBeLessThan(0.31);
  },
);

test("a blank page has no skew", () => {
  expect(skewOf({ data: new Uint8Array(400).fill(255), width: 20, height: 20 })).toBe(0);
});

test("paperLight gives each pixel the brightest value near it", () => {
  const data = new Uint8Array(25).fill(10);
  data[12] = 200;
  const light = paperLight({ data, width: 5, height: 5 }, 1);
  const lit = [...light].flatMap((value, at) => (value === 200 ? [at] : []));
  expect(lit).toEqual([6, 7, 8, 11, 12, 13, 16, 17, 18]);
});

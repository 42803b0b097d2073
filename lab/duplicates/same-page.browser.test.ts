import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { distortions } from "./distortions.ts";
import { fingerprintOfImage, traitsOfPage } from "./fingerprints.ts";
import { pageImage } from "./pages.ts";
import { reasonsBetween } from "../../src/server/library/duplicates/reasons.ts";
import { launchBrowser } from "../../tests/support/web/browser.ts";

const PAGES = 10;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Print = Awaited<ReturnType<typeof fingerprintOfImage>>;
const isSame = (one: Print, other: Print) =>
  reasonsBetween(traitsOfPage(one, "one"), traitsOfPage(other, "other")).includes("samePage");

test("the fingerprint recognises a distorted copy of a page, but not a different page from the same template", async () => {
  const originals: Print[] = [];
  let [found, passedOn] = [0, 0];
  for (const set of ["varied", "short"] as const) {
    for (let number = 0; number < PAGES; number += 1) {
      const image = await pageImage(browser, set, 3_000 + number);
      const original = await fingerprintOfImage(image);
      const ways = Object.values(distortions);
      // Try three distortions on each page, so that each distortion is tried.
      for (let way = number; way < number + 3; way += 1) {
        const distort = ways[way % ways.length] as (page: Buffer) => Promise<Buffer>;
        passedOn += 1;
        if (isSame(original, await fingerprintOfImage(await distort(image)))) found += 1;
      }
      for (const other of originals) expect(isSame(original, other)).toBe(false);
      originals.push(original);
    }
  }
  expect(found / passedOn).toBeGreaterThanOrEqual(0.95);
});

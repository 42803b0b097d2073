import type { Browser } from "playwright-core";
import sharp from "sharp";
import { reasonsBetween } from "../../src/server/library/duplicates/reasons.ts";
import type { PageFingerprint } from "../../src/server/files/rendering/packed-prints.ts";
import { distortions } from "./distortions.ts";
import { fingerprintOfImage, traitsOfPages } from "./fingerprints.ts";
import { coverImage, pageImage } from "./pages.ts";

/** The number of comparisons that found the same paper. */
export interface Found {
  found: number;
  of: number;
}
export interface CoverResults {
  /** Copies behind a cover page, without it, and turned. */
  recall: Record<string, Found>;
  /** Different papers. */
  strangers: Record<string, Found>;
}

/** How a copy is changed before it is compared. */
const WAYS = ["re-encoded, JPEG q50", "rotated by 1.5°", "scanned: grey, noisy, askew by 0.7°"];

/**
 * Compares papers of two pages that have the same cover page, that lack their cover page, or that lie on their side.
 * @param pairs how many pairs of different papers
 * @param first the number of the first page
 * @param measured receives all results so far after each pair
 */
export async function measureCovers(
  browser: Browser,
  pairs: number,
  first: number,
  measured: (results: CoverResults) => void,
): Promise<void> {
  const results: CoverResults = { recall: {}, strangers: {} };
  for (let pair = 0; pair < pairs; pair += 1) {
    const distort = distortions[WAYS[pair % WAYS.length] as string] as (page: Buffer) => Promise<Buffer>;
    const copy = async (image: Buffer) => fingerprintOfImage(await distort(image));
    const paper = async (number: number) => [
      await pageImage(browser, "template", number),
      await pageImage(browser, "short", number),
    ];
    const cover = await coverImage(browser, first + pair);
    const [one, other] = [await paper(first + 2 * pair), await paper(first + 2 * pair + 1)];
    const [front, prints, others] = [await fingerprintOfImage(cover), await all(one), await all(other)];
    const copies = await Promise.all(one.map(copy));
    const copiedFront = await copy(cover);
    tally(results.recall, "behind a cover page", [front, ...prints], copies);
    tally(results.recall, "with the same cover page", [front, ...prints], [copiedFront, ...copies]);
    tally(
      results.strangers,
      "different papers, same cover page",
      [copiedFront, ...prints],
      [front, ...others],
    );
    tally(results.strangers, "different papers, one with a cover page", [front, ...others], copies);
    const changed = await distort(one[0] as Buffer);
    for (const turn of [90, 180, 270]) {
      const turned = await fingerprintOfImage(await sharp(changed).rotate(turn).toBuffer());
      tally(results.recall, `turned by ${turn}°`, prints.slice(0, 1), [turned]);
      tally(results.strangers, `different papers, one turned by ${turn}°`, others.slice(0, 1), [turned]);
    }
    measured(results);
  }
}

const all = (images: Buffer[]): Promise<PageFingerprint[]> =>
  Promise.all(images.map((image) => fingerprintOfImage(image)));

function tally(
  into: Record<string, Found>,
  name: string,
  one: PageFingerprint[],
  other: PageFingerprint[],
): void {
  const row = (into[name] ??= { found: 0, of: 0 });
  row.of += 1;
  const reasons = reasonsBetween(traitsOfPages(one, "a"), traitsOfPages(other, "b"));
  if (reasons.includes("samePage")) row.found += 1;
}

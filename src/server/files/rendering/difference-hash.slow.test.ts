import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photographed } from "../../../../scripts/lib/photographed.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { differenceHash, hashDistance, NEAR_DUPLICATE_BITS } from "./difference-hash.ts";
import { isSamePrint, pagePrint } from "./page-print.ts";
import { createPapers, type PaperAnswer, type Papers } from "./papers.ts";

const WORDS =
  "explain define the stack queue heap with an example derive prove that matrix layer what is".split(" ");

let papers: Papers;
beforeAll(() => {
  papers = createPapers({ timeLimit: 60_000 });
});
afterAll(() => papers.close());

/** Makes a paper from a seed: the same number gives the same paper. */
function examPaper(number: number): Buffer {
  let seed = number * 7_919 + 13;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  const question = () => Array.from({ length: 3 + below(11) }, () => WORDS[below(WORDS.length)]).join(" ");
  const questions = Array.from({ length: 25 + below(14) }, (_none, index) =>
    below(5) === 0 ? "" : `${index + 1}. ${question()}`,
  );
  const head = ["University of Dhaka", "Computer Science", `CSE ${2_000 + number} Final`, ""];
  return tinyPdf([{ lines: [...head, ...questions] }]);
}

async function valueOf<T>(answer: Promise<PaperAnswer<T>>): Promise<T> {
  const got = await answer;
  if ("refusal" in got) throw new Error(got.refusal);
  return got.value;
}

test("photos of different papers on one table are different, and a photo that was sent on is the same", async () => {
  const prints: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    const drawn = await valueOf(papers.page(examPaper(number), 1, 1_200));
    const photo = await photographed(drawn?.bytes ?? Buffer.alloc(0), number);
    const first = await valueOf(papers.fingerprint(photo, 1));
    const sentOn = await valueOf(
      papers.fingerprint(await sharp(photo).resize(720).jpeg({ quality: 50 }).toBuffer(), 1),
    );
    expect(hashDistance(first.hash, sentOn.hash)).toBeLessThanOrEqual(NEAR_DUPLICATE_BITS);
    expect(isSamePrint(first.print, sentOn.print)).toBe(true);
    for (const other of prints) expect(isSamePrint(first.print, other)).toBe(false);
    prints.push(first.print);
  }
});

test("a crooked, darker and coarser scan has nearly the same hash, but a different paper has a very different hash", async () => {
  const hashes: string[] = [];
  const prints: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const paper = examPaper(number);
    const { hash, print } = await valueOf(papers.fingerprint(paper, 1));
    const drawn = await valueOf(papers.page(paper, 1, 1_200));
    const scan = await sharp(drawn?.bytes)
      .modulate({ brightness: 0.85 })
      .rotate(0.7, { background: "#ccc" })
      .blur(1)
      .extend({ top: 60, bottom: 20, left: 40, right: 90, background: "#d9d9d9" })
      .resize(900)
      .jpeg({ quality: 40 })
      .toBuffer();
    const scanned = await valueOf(papers.fingerprint(scan, 1));
    expect(hashDistance(hash, scanned.hash)).toBeLessThanOrEqual(NEAR_DUPLICATE_BITS);
    expect(isSamePrint(print, scanned.print)).toBe(true);
    for (const other of hashes) expect(hashDistance(hash, other)).toBeGreaterThan(NEAR_DUPLICATE_BITS);
    for (const other of prints) expect(isSamePrint(print, other)).toBe(false);
    hashes.push(hash);
    prints.push(print);
  }
});

test("each bit says whether a cell is brighter than the one to its right", () => {
  // The stripes are too light to count as ink, so no margin is cut off.
  const stripes = (even: number, odd: number) =>
    differenceHash({
      data: Uint8Array.from({ length: 17 * 16 }, (_none, at) => ((at % 17) % 2 ? odd : even)),
      width: 17,
      height: 16,
    });
  const [hash, inverted] = [stripes(200, 160), stripes(160, 200)];
  expect(hash).toBe("aaaa".repeat(16));
  expect(inverted).toBe("5555".repeat(16));
  expect(hashDistance(hash, inverted)).toBe(256);
  expect(hashDistance(hash, hash)).toBe(0);
});

test("an empty page has a hash of zeros", () => {
  const data = new Uint8Array(40 * 60).fill(255);
  expect(differenceHash({ data, width: 40, height: 60 })).toBe("0".repeat(64));
});

test("an empty page matches no page, not even a second empty one", () => {
  const empty = pagePrint({ data: new Uint8Array(40 * 60).fill(255), width: 40, height: 60 });
  expect(empty).toBe("0".repeat(1_024));
  expect(isSamePrint(empty, empty)).toBe(false);
});

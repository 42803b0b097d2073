/**
 * `npm run bench:duplicates`: measures how well the archive recognises papers that it already has. It
 * typesets pages, changes them as people do (re-encoded, rescaled, cropped, crooked), and counts the
 * recognised copies and the false matches, also among papers with one template. Then it measures the time of
 * a search among many papers. Needs Chromium (CHROMIUM_PATH). `-- 200` uses 200 pages of each kind; `-- 40
 * tune` uses different pages from the report; `-- 0` measures only cover pages and turned pages, with 60 pairs of papers.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNearPapers } from "../src/server/library/duplicates/near-papers.ts";
import { reasonsBetween } from "../src/server/library/duplicates/reasons.ts";
import { hashDistance, NEAR_DUPLICATE_BITS } from "../src/server/files/rendering/difference-hash.ts";
import { launchBrowser } from "../tests/support/web/browser.ts";
import { type CoverResults, measureCovers } from "./duplicates/covers.ts";
import { distortions } from "./duplicates/distortions.ts";
import { fingerprintOfImage, traitsOfPage } from "./duplicates/fingerprints.ts";
import { pageImage, pageSets, type PageSet } from "./duplicates/pages.ts";

const count = Number(process.argv[2] ?? 200);
const first = process.argv[3] === "tune" ? 1_000 : 0;
/** The distance between two pages of a set that are changed and searched for. */
const PASSED_ON: Record<PageSet, number> = { varied: 1, template: 20, short: 20 };
/** The number of papers in the archive for the timed searches. */
const MANY = 100_000;
const SEARCHES = 100;
/** The number of pairs of different papers with the same cover page. */
const PAIRS = 60;

type Print = Awaited<ReturnType<typeof fingerprintOfImage>>;

const browser = await launchBrowser();
const recall: Record<string, { coarse: number; both: number; of: number }> = {};
const originals = {} as Record<PageSet, Print[]>;
/** Matches of changed pages with the originals of other pages. */
const strangers: Record<string, { coarse: number; both: number; of: number }> = {};
let covers: CoverResults = { recall: {}, strangers: {} };
try {
  await measureCovers(browser, PAIRS, first, (results) => {
    covers = results;
    keep();
  });
  for (const set of count > 0 ? pageSets : []) {
    originals[set] = [];
    const passedOn: { page: number; print: Print }[] = [];
    for (let page = 0; page < count; page += 1) {
      const image = await pageImage(browser, set, first + page);
      const original = await fingerprintOfImage(image);
      originals[set].push(original);
      for (const [name, distort] of Object.entries(page % PASSED_ON[set] === 0 ? distortions : {})) {
        const print = await fingerprintOfImage(await distort(image));
        tally(recall, `${set}, ${name}`, original, print);
        passedOn.push({ page, print });
      }
      keep();
      process.stderr.write(`${set}: ${page + 1} of ${count}   \r`);
    }
    for (const { page, print } of passedOn)
      originals[set].forEach(
        (other, index) => index !== page && tally(strangers, `${set}, passed on`, other, print),
      );
    originals[set].forEach((one, index) => {
      for (const other of originals[set].slice(index + 1)) tally(strangers, set, one, other);
    });
  }
} finally {
  await browser.close();
}
await report();

function tally(into: typeof recall, name: string, one: Print, other: Print): void {
  const row = (into[name] ??= { coarse: 0, both: 0, of: 0 });
  row.of += 1;
  if (hashDistance(one.hash, other.hash) > NEAR_DUPLICATE_BITS) return;
  row.coarse += 1;
  if (reasonsBetween(traitsOfPage(one, "a"), traitsOfPage(other, "b")).includes("samePage")) row.both += 1;
}

async function report(): Promise<void> {
  console.log(`${PAIRS} pairs of papers with two pages. Found again:`);
  for (const [name, { found, of }] of Object.entries(covers.recall))
    console.log(`  ${name.padEnd(40)} ${found} of ${of}`);
  console.log("Different papers taken for one:");
  for (const [name, { found, of }] of Object.entries(covers.strangers))
    console.log(`  ${name.padEnd(40)} ${found} of ${of}`);
  console.log(`${count} pages of each kind. Found again (by the hash alone, and confirmed):`);
  for (const [name, { coarse, both, of }] of Object.entries(recall))
    console.log(`  ${name.padEnd(36)} ${percent(coarse, of)}  ${percent(both, of)}  of ${of}`);
  console.log("Different papers taken for one, in 10,000 pairs (by the hash alone, and confirmed):");
  for (const [name, { coarse, both, of }] of Object.entries(strangers))
    console.log(`  ${name.padEnd(36)} ${per10k(coarse, of)}  ${per10k(both, of)}  of ${of} pairs`);
  const search = await searchTimes();
  console.log(
    `Among ${MANY.toLocaleString("en")} papers: ${search.reading.toFixed(0)} ms to read them once, ${search.each.toFixed(1)} ms a search`,
  );
  keep(search);
}

/** Writes after each page, so that a stopped run keeps its results. */
function keep(search?: { reading: number; each: number }): void {
  const folder = join(import.meta.dirname, "../bench/results");
  mkdirSync(folder, { recursive: true });
  const results = { at: new Date().toISOString(), count, first, covers, recall, strangers, search };
  writeFileSync(join(folder, "duplicates.json"), JSON.stringify(results, undefined, 1));
}

function percent(part: number, of: number): string {
  return `${((100 * part) / of).toFixed(1)} %`.padStart(8);
}

function per10k(part: number, of: number): string {
  return ((10_000 * part) / of).toFixed(2).padStart(8);
}

async function searchTimes(): Promise<{ reading: number; each: number }> {
  const hex = () => Array.from({ length: 64 }, () => Math.floor(Math.random() * 16).toString(16)).join("");
  const rows = Array.from({ length: MANY }, (_none, index) => ({ seq: index + 1, hashes: [hex()] }));
  const near = createNearPapers({
    duplicatesRepo: { hashesAfter: async (seq, limit) => rows.slice(seq, seq + limit) },
  });
  const started = performance.now();
  await near([hex()]);
  const read = performance.now();
  for (let search = 0; search < SEARCHES; search += 1) await near([hex()]);
  return { reading: read - started, each: (performance.now() - read) / SEARCHES };
}

import type { Browser } from "playwright-core";
import { createNearPapers } from "../../src/server/library/duplicates/near-papers.ts";
import { reasonsBetween } from "../../src/server/library/duplicates/reasons.ts";
import { hashDistance, NEAR_DUPLICATE_BITS } from "../../src/server/files/rendering/difference-hash.ts";
import { launchBrowser } from "../../tests/support/web/browser.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choice, whole } from "../lib/options.ts";
import type { ShowSteps } from "../lib/progress.ts";
import { type CoverResults, measureCovers } from "./covers.ts";
import { distortions } from "./distortions.ts";
import { fingerprintOfImage, traitsOfPage } from "./fingerprints.ts";
import { pageImage, pageSets, type PageSet } from "./pages.ts";

/** The distance between two pages of a set that are changed and searched for. */
const PASSED_ON: Record<PageSet, number> = { varied: 1, template: 20, short: 20 };
/** The number of papers in the archive for the timed searches. */
const MANY = 100_000;
const SEARCHES = 100;
/** The number of pairs of different papers with the same cover page. */
const PAIRS = 60;

type Print = Awaited<ReturnType<typeof fingerprintOfImage>>;

/** How many pairs match by the hash alone, and confirmed, by the name of their change. */
type Matches = Record<string, { coarse: number; both: number; of: number }>;

interface Results {
  recall: Matches;
  /** Matches of changed pages with the originals of other pages. */
  strangers: Matches;
  covers: CoverResults;
}

export const experiment = defineExperiment({
  about: `Measures how well the archive recognises papers that it already has. It typesets pages, changes them as people do
(re-encoded, rescaled, cropped, crooked), and counts the recognised copies and the false matches, also among papers with one
template. Then it measures the time of a search among many papers.`,
  options: {
    pages: whole(200, "pages of each kind; 0 measures only cover pages and turned pages", { least: 0 }),
    set: choice(["report", "tune"], "the pages; those to tune on are different"),
  },
  places: ["pages", "set"],
  needs: () => ["programs"],
  async run({ values: { pages, set }, showSteps, write }) {
    const first = set === "tune" ? 1_000 : 0;
    const results: Results = { recall: {}, strangers: {}, covers: { recall: {}, strangers: {} } };
    /** Writes after each page, so that a stopped run keeps its results. */
    const keep = (search?: { reading: number; each: number }) =>
      write("duplicates.json", { at: new Date(), count: pages, first, ...results, search });
    const browser = await launchBrowser();
    try {
      const progress = showSteps(PAIRS);
      await measureCovers(browser, PAIRS, first, (covers) => {
        results.covers = covers;
        keep();
        progress.step("cover pages");
      });
      progress.stop();
      if (pages > 0) await measurePages(browser, { pages, first, results, keep, showSteps });
    } finally {
      await browser.close();
    }
    const search = await searchTimes();
    console.log(linesOf(results, pages).join("\n"));
    console.log(
      `Among ${MANY.toLocaleString("en")} papers: ${search.reading.toFixed(0)} ms to read them once, ${search.each.toFixed(1)} ms a search`,
    );
    keep(search);
    return 0;
  },
});

interface Measuring {
  pages: number;
  first: number;
  results: Results;
  keep: () => unknown;
  showSteps: ShowSteps;
}

async function measurePages(browser: Browser, options: Measuring): Promise<void> {
  const { pages, first, results, keep, showSteps } = options;
  const { recall, strangers } = results;
  const progress = showSteps(pageSets.length * pages);
  for (const set of pageSets) {
    const originals: Print[] = [];
    const passedOn: { page: number; print: Print }[] = [];
    for (let page = 0; page < pages; page += 1) {
      const image = await pageImage(browser, set, first + page);
      const original = await fingerprintOfImage(image);
      originals.push(original);
      for (const [name, distort] of Object.entries(page % PASSED_ON[set] === 0 ? distortions : {})) {
        const print = await fingerprintOfImage(await distort(image));
        tally(recall, `${set}, ${name}`, original, print);
        passedOn.push({ page, print });
      }
      keep();
      progress.step(set);
    }
    for (const { page, print } of passedOn)
      originals.forEach(
        (other, index) => index !== page && tally(strangers, `${set}, passed on`, other, print),
      );
    originals.forEach((one, index) => {
      for (const other of originals.slice(index + 1)) tally(strangers, set, one, other);
    });
  }
  progress.stop();
}

function tally(into: Matches, name: string, one: Print, other: Print): void {
  const row = (into[name] ??= { coarse: 0, both: 0, of: 0 });
  row.of += 1;
  if (hashDistance(one.hash, other.hash) > NEAR_DUPLICATE_BITS) return;
  row.coarse += 1;
  if (reasonsBetween(traitsOfPage(one, "a"), traitsOfPage(other, "b")).includes("samePage")) row.both += 1;
}

function linesOf({ recall, strangers, covers }: Results, pages: number): string[] {
  const ofCovers = (some: CoverResults["recall"]) =>
    Object.entries(some).map(([name, { found, of }]) => `  ${name.padEnd(40)} ${found} of ${of}`);
  return [
    `${PAIRS} pairs of papers with two pages. Found again:`,
    ...ofCovers(covers.recall),
    "Different papers taken for one:",
    ...ofCovers(covers.strangers),
    `${pages} pages of each kind. Found again (by the hash alone, and confirmed):`,
    ...Object.entries(recall).map(
      ([name, { coarse, both, of }]) =>
        `  ${name.padEnd(36)} ${percent(coarse, of)}  ${percent(both, of)}  of ${of}`,
    ),
    "Different papers taken for one, in 10,000 pairs (by the hash alone, and confirmed):",
    ...Object.entries(strangers).map(
      ([name, { coarse, both, of }]) =>
        `  ${name.padEnd(36)} ${per10k(coarse, of)}  ${per10k(both, of)}  of ${of} pairs`,
    ),
  ];
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

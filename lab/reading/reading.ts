/**
 * `npm run bench:reading`: measures how well details are read from exam papers. It draws invented papers as
 * digital PDFs, scans and photos, reads them like the server, and with plain programs for comparison. Options:
 * `--half dev`, `--kind photo`, `--only NAME` of a page, `--limit 10` pages of each kind in each half,
 * `--readers product,both,english`, `--save FOLDER` for the files and their texts, `--keep` to store the scores
 * of the product as those that later runs are compared with. Drawn pages are kept in PROSHNO_BENCH_DATA.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "../../scripts/lib/run.mjs";
import { asText } from "../lib/tables.ts";
import { checkPackages } from "./packages.ts";
import { readAll } from "./read-all.ts";
import { readers } from "./readers.ts";
import { type Score, scoreOf, scoreTable } from "./report.ts";
import type { Reading } from "./score.ts";
import { halves } from "./set/courses.ts";
import { DRAWN_PAGES } from "./set/draw.ts";
import { kinds, PAGES_OF_KIND, type TestPage, testPages } from "./set/pages.ts";

/** The product's scores at an earlier commit. */
const EARLIER = join(import.meta.dirname, "reading/earlier.json");
const RESULTS = join(import.meta.dirname, "../bench/results");

/** The score of a reader for the pages of one kind, in one half or in both. */
interface Row {
  half: string;
  kind: string;
  reader: string;
  score: Score;
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      half: { type: "string" },
      kind: { type: "string" },
      only: { type: "string", default: "" },
      limit: { type: "string", default: String(PAGES_OF_KIND) },
      readers: { type: "string", default: Object.keys(readers).join(",") },
      save: { type: "string", default: "" },
      keep: { type: "boolean", default: false },
    },
  });
  const [chosen, limit] = [values.readers.split(","), Number(values.limit)];
  if (chosen.some((name) => !(name in readers)) || !(limit > 0 && limit <= PAGES_OF_KIND))
    throw new Failure(
      `Readers are ${Object.keys(readers).join(", ")}, and --limit is at most ${PAGES_OF_KIND}.`,
    );
  checkPackages(chosen);
  const pages = halves
    .filter((half) => (values.half ?? half) === half)
    .flatMap((half) => testPages(half, limit))
    .filter(({ name, kind }) => (values.kind ?? kind) === kind && name.includes(values.only));
  const readings = await readAll(pages, { folder: DRAWN_PAGES, readers: chosen, save: values.save });
  const rows = rowsOf(pages, readings, chosen);
  const earlier = JSON.parse(readFileSync(EARLIER, "utf8")) as { commit: string; rows: Row[] };
  const isWhole = limit === PAGES_OF_KIND && !values.only;
  const compared = isWhole
    ? earlier.rows.map((row) => ({ ...row, reader: `${row.reader} at ${earlier.commit.slice(0, 8)}` }))
    : [];
  for (const half of new Set(rows.map((row) => row.half))) {
    const shown = kinds.flatMap((kind) =>
      [...rows, ...compared].filter(
        (row) => row.half === half && row.kind === kind && rows.some((one) => one.kind === kind),
      ),
    );
    console.log(
      `\n${half}\n${asText(scoreTable(shown.map((row) => [`${row.kind}, ${row.reader}`, row.score])))}`,
    );
  }
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(
    join(RESULTS, "reading.json"),
    JSON.stringify({ at: new Date().toISOString(), rows, readings }, undefined, 1),
  );
  if (values.keep) keep(rows.filter(({ reader }) => reader === "product"));
  return 0;
});

function rowsOf(pages: TestPage[], readings: Reading[], chosen: string[]): Row[] {
  const groups = ["both halves", ...halves].flatMap((half) =>
    kinds.flatMap((kind) => chosen.map((reader) => ({ half, kind, reader }))),
  );
  return groups.flatMap(({ half, kind, reader }) => {
    const isMeant = (page: TestPage) => page.kind === kind && (half === "both halves" || page.half === half);
    const names = new Set(pages.filter(isMeant).map(({ name }) => name));
    const found = readings.filter((one) => one.reader === reader && names.has(one.page));
    return found.length > 0 ? [{ half, kind, reader, score: scoreOf(found) }] : [];
  });
}

function keep(rows: Row[]): void {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], {
    encoding: "utf8",
    cwd: import.meta.dirname,
  }).trim();
  writeFileSync(EARLIER, `${JSON.stringify({ commit, rows }, undefined, 1)}\n`);
}

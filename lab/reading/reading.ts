import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, flag, text, whole } from "../lib/options.ts";
import { asText } from "../lib/tables.ts";
import { checkPackages } from "./packages.ts";
import { readAll } from "./read-all.ts";
import { readers } from "./readers.ts";
import { kindReport, type Score, scoreOf, scoreTable } from "./report.ts";
import type { Reading } from "./score.ts";
import { hardKindNames, hardPages } from "./hard/hard-pages.ts";
import { halves } from "./set/courses.ts";
import { DRAWN_PAGES } from "./set/draw.ts";
import { kinds, PAGES_OF_KIND, type TestPage, testPages } from "./set/pages.ts";

/** The product's scores at an earlier commit. */
const EARLIER = join(import.meta.dirname, "earlier.json");

/** The score of a reader for the pages of one kind, in one half or in both. */
interface Row {
  half: string;
  kind: string;
  reader: string;
  score: Score;
}

export const experiment = defineExperiment({
  about: `Measures how well details are read from exam papers. It draws invented papers as digital PDFs, scans and photos, reads them
like the server, and with plain programs for comparison. The hard kinds are pages that real archives have and that readers find
hard; each has a table of its own. Drawn pages are kept in PROSHNO_BENCH_DATA.`,
  options: {
    half: choices(halves, "only a half of the papers"),
    kind: choices([...kinds, ...hardKindNames], "only some kinds of papers"),
    only: text("", "only pages whose name contains this, such as a kind or held-out-gutter-07"),
    limit: whole(PAGES_OF_KIND, "pages of each kind in each half", { most: PAGES_OF_KIND }),
    readers: choices(Object.keys(readers), "the product and plain programs"),
    save: text("", "a folder for the files and their texts"),
    keep: flag("stores the scores of the product, with which later runs are compared"),
  },
  needs: () => ["programs"],
  async run({ values, showSteps, write }) {
    checkPackages(values.readers);
    const pages = values.half
      .flatMap((half): TestPage[] => [...testPages(half, values.limit), ...hardPages(half, values.limit)])
      .filter(({ name, kind }) => values.kind.includes(kind) && name.includes(values.only));
    const task = { folder: DRAWN_PAGES, readers: values.readers, save: values.save };
    const readings = await readAll(pages, task, showSteps);
    const rows = rowsOf(pages, readings, values.readers);
    const earlier = JSON.parse(readFileSync(EARLIER, "utf8")) as { commit: string; rows: Row[] };
    const isWhole = values.limit === PAGES_OF_KIND && !values.only;
    const compared = isWhole
      ? earlier.rows.map((row) => ({ ...row, reader: `${row.reader} at ${earlier.commit.slice(0, 8)}` }))
      : [];
    for (const half of new Set(rows.map((row) => row.half))) {
      const shown = kinds.flatMap((kind) =>
        [...rows, ...compared].filter(
          (row) => row.half === half && row.kind === kind && rows.some((one) => one.kind === kind),
        ),
      );
      if (shown.length === 0) continue;
      console.log(
        `\n${half}\n${asText(scoreTable(shown.map((row) => [`${row.kind}, ${row.reader}`, row.score])))}`,
      );
    }
    for (const kind of new Set(pages.map((page) => page.kind))) {
      for (const half of values.half) {
        const names = new Set(
          pages.filter((page) => page.kind === kind && page.half === half).map(({ name }) => name),
        );
        for (const reader of values.readers) {
          const some = readings.filter((one) => one.reader === reader && names.has(one.page));
          if (some.length > 0) console.log(kindReport(`${kind}, ${half}, ${reader}`, some));
        }
      }
    }
    write("reading.json", { at: new Date(), rows, readings });
    if (values.keep) keep(rows.filter(({ reader }) => reader === "product"));
    return 0;
  },
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

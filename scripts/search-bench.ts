/**
 * `npm run bench:search`: measures search quality by the type of query, for invented courses in the style of
 * Bangladesh with several papers each. It compares Proshno with two simple searches on the same items. Half
 * of the courses are for tuning; the report uses the other half. Options: [--items 12000] [--courses 2000]
 * [--sample 150] [--half tune] [--engine sqlite] [--no-peers]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBenchArchive, type BenchEngine } from "./lib/bench-archive.ts";
import {
  type GeneratedCourse,
  type GeneratedItem,
  generateCourses,
  generateItems,
} from "./lib/generate-archive.ts";
import { seeded } from "./lib/seeded.ts";
import { itemId, loadItems } from "./lib/load-archive.ts";
import { showSteps } from "./lib/progress.ts";
import { createSearchRepo } from "../src/server/library/search/search.repo.ts";
import { createSearchService } from "../src/server/library/search/search.service.ts";
import { fusePeer, substringPeer } from "./search/peers.ts";
import { isHeldOut, queryClasses, type Asked } from "./search/query-classes.ts";
import {
  banglaClasses,
  everydayClass,
  hostileClass,
  missingYearClass,
  type Paper,
  sentenceClasses,
  withMoreItems,
} from "./search/sentences.ts";

const { values: options } = parseArgs({
  options: {
    items: { type: "string", default: "12000" },
    courses: { type: "string", default: "2000" },
    sample: { type: "string", default: "150" },
    half: { type: "string", default: "held-out" },
    engine: { type: "string", default: "both" },
    "no-peers": { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
    "sentence-courses": { type: "string", default: "100" },
    only: { type: "string", default: "" },
  },
});

interface Known {
  id: string;
  item: GeneratedItem;
}
type Searcher = (text: string) => Promise<string[]>;
interface Row {
  searcher: string;
  class: string;
  queries: number;
  /** Shares of the queries, in percent. */
  hit1: number;
  hit10: number;
  none: number;
  /** Elapsed time in ms. */
  p50: number;
  p95: number;
  /** Processor time of this process for one search, in ms. It is also correct on a busy machine. */
  cpu: number;
}

const courses = generateCourses(Number(options.courses));
const generated = withMoreItems([...generateItems(courses, Number(options.items))]);
const known: Known[] = generated.map((item, at) => ({
  item,
  id: itemId(item, at + 1),
}));
const visible = known.filter(({ item }) => item.status === "Approved");
const byId = new Map(known.map(({ id, item }) => [id, item]));
const asked = questions();
const folder = mkdtempSync(join(tmpdir(), "proshno-search-"));
const rows: Row[] = [];
const about = `${courses.length} courses, ${known.length} items, ${options.half} half`;
const path = `bench/results/search-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`;
mkdirSync("bench/results", { recursive: true });
try {
  const engines: BenchEngine[] =
    options.engine === "both" ? ["sqlite", "postgres"] : [options.engine as BenchEngine];
  for (const engine of engines) {
    const archive = await openBenchArchive(engine, join(folder, engine));
    try {
      await loadItems(
        archive.db,
        known.map(({ item }) => item),
      );
      const search = createSearchService({ searchRepo: createSearchRepo(archive.db), clock: Date.now });
      await measure(`Proshno on ${engine}`, async (text) =>
        (await search.find(undefined, { text })).rows.map(({ id }) => id),
      );
    } finally {
      await archive.close();
    }
  }
  if (!options["no-peers"]) {
    const items = visible.map(({ id, item: { course, fields } }) => ({
      id,
      code: fields["code"] ?? "",
      year: fields["year"] ?? "",
      title: fields["labName"] ?? fields["topic"] ?? course.title,
    }));
    const substring = substringPeer(items);
    const fuse = fusePeer(items);
    // Fuse.js needs half a second for a sentence.
    const short = new Map([...asked].filter(([name]) => name in queryClasses));
    await measure("substring filter", async (text) => substring(text), short);
    await measure("Fuse.js 7.5.0", async (text) => fuse(text), short);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print();

/** The queries that each searcher gets, by class. */
function questions(): Map<string, Asked[]> {
  const papers = new Map<GeneratedCourse, Paper[]>();
  for (const { item } of visible) {
    const { year, term } = item.fields;
    if (item.kind === "question" && year)
      papers.set(item.course, [...(papers.get(item.course) ?? []), { year, term }]);
  }
  const isHeld = options.half !== "tune";
  // A search can't find courses without a visible item.
  const half = courses.filter((course) => papers.has(course) && isHeldOut(course) === isHeld);
  const sampled = <T>(all: readonly T[], most: number): T[] => {
    const step = Math.max(1, all.length / most);
    return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  };
  const sample = Number(options.sample);
  const single = Object.entries(queryClasses).map(([name, ask], at): [string, Asked[]] => {
    const random = seeded(1_000 + at);
    const yearsOf = (course: GeneratedCourse) => (papers.get(course) ?? []).map(({ year }) => year);
    return [
      name,
      sampled(
        half.flatMap((course) => ask(course, random, yearsOf(course)) ?? []),
        sample,
      ),
    ];
  });
  const some = sampled(half, Number(options["sentence-courses"]));
  const all: [string, Asked[]][] = [
    ...single,
    ["title and an everyday word", everydayClass(half, isHeld)],
    ["title and a missing year", sampled(missingYearClass(half, papers), sample)],
    ...sentenceClasses(some, papers, isHeld),
    ...banglaClasses(isHeld),
    ["hostile", hostileClass(half)],
  ];
  return new Map(all.filter(([name]) => name.includes(options.only)));
}

async function measure(searcher: string, search: Searcher, classes = asked): Promise<void> {
  const progress = showSteps(classes.size);
  await search("warm up");
  for (const [name, queries] of classes) {
    const times: number[] = [];
    let [hit1, hit10, none] = [0, 0, 0];
    const before = process.cpuUsage();
    for (const { text, isMeant } of queries) {
      const start = performance.now();
      const ids = await search(text);
      times.push(performance.now() - start);
      const hits = ids.map((id) => {
        const item = byId.get(id) as GeneratedItem;
        return isMeant({ course: item.course, year: item.fields["year"] });
      });
      if (hits[0]) hit1 += 1;
      if (hits.slice(0, 10).includes(true)) hit10 += 1;
      else if (options.misses) console.log(`missed (${name}): ${text}`);
      if (ids.length === 0) none += 1;
    }
    const { user, system } = process.cpuUsage(before);
    times.sort((a, b) => a - b);
    const percent = (count: number) => Math.round((1_000 * count) / queries.length) / 10;
    const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
    rows.push({
      searcher,
      class: name,
      queries: queries.length,
      hit1: percent(hit1),
      hit10: percent(hit10),
      none: percent(none),
      p50: at(0.5),
      p95: at(0.95),
      cpu: Math.round((user + system) / queries.length / 10) / 100,
    });
    progress.step(`${searcher}: ${name}`);
  }
  progress.stop();
  // Writes the results after each search, because the slowest search is last and may be stopped.
  writeFileSync(path, JSON.stringify({ about, rows }, null, 2));
}

function print(): void {
  console.log(
    `\n${about}. In each cell: hit@1 / hit@10 / no result in %, then p50, p95 and processor in ms.\n`,
  );
  const searchers = [...new Set(rows.map(({ searcher }) => searcher))];
  console.log(["class".padEnd(30), "n".padStart(4), ...searchers.map((name) => name.padStart(34))].join(" "));
  for (const [name, queries] of asked) printRow(name, queries.length, (searcher) => rowOf(searcher, name));
  for (const group of ["sentence", "words"]) {
    const names = [...asked.keys()].filter((name) => name.includes(group) && !(name in queryClasses));
    if (names.length > 1) printRow(`all: ${group}`, 0, (searcher) => together(searcher, names));
  }
  console.log(`\n${path}`);

  function printRow(name: string, count: number, of: (searcher: string) => Row | undefined): void {
    const cells = searchers.map((searcher) => {
      const row = of(searcher);
      return (
        row ? `${row.hit1} / ${row.hit10} / ${row.none}   ${row.p50} ${row.p95} ${row.cpu}` : ""
      ).padStart(34);
    });
    console.log([name.padEnd(30), String(count || "").padStart(4), ...cells].join(" "));
  }
}

function rowOf(searcher: string, name: string): Row | undefined {
  return rows.find((row) => row.searcher === searcher && row.class === name);
}

/** The shares of several classes together. The times are those of the slowest class. */
function together(searcher: string, names: readonly string[]): Row | undefined {
  const all = names.flatMap((name) => rowOf(searcher, name) ?? []);
  if (all.length === 0) return undefined;
  const queries = all.reduce((sum, row) => sum + row.queries, 0);
  const share = (key: "hit1" | "hit10" | "none") =>
    Math.round((10 * all.reduce((sum, row) => sum + row[key] * row.queries, 0)) / queries) / 10;
  const most = (key: "p50" | "p95" | "cpu") => Math.max(...all.map((row) => row[key]));
  return {
    searcher,
    class: names.join(", "),
    queries,
    hit1: share("hit1"),
    hit10: share("hit10"),
    none: share("none"),
    p50: most("p50"),
    p95: most("p95"),
    cpu: most("cpu"),
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { createSearchService } from "../../src/server/library/search/search.service.ts";
import { generateCourses, generateItems } from "../../tests/support/archive/generate-archive.ts";
import { itemId, loadItems } from "../../tests/support/archive/load-archive.ts";
import { openBenchArchive } from "../lib/bench-archive.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choice, flag, text, whole } from "../lib/options.ts";
import type { ShowSteps } from "../lib/progress.ts";
import { fusePeer, substringPeer } from "./peers.ts";
import { type Asked, queryClasses } from "./query-classes.ts";
import { type Known, questions } from "./questions.ts";
import { linesOf, type Row } from "./report.ts";
import { withMoreItems } from "./sentences.ts";

type Searcher = (query: string) => Promise<string[]>;

export const experiment = defineExperiment({
  about: `Measures search quality by the type of query, for invented courses in the style of Bangladesh with several papers each. It
compares Proshno with two simple searches on the same items. Half of the courses are for tuning; the report uses the other half.`,
  options: {
    items: whole(12_000, "items of the archive"),
    courses: whole(2_000, "courses of the items"),
    sample: whole(150, "queries of each type"),
    "sentence-courses": whole(100, "courses that sentences ask for"),
    half: choice(["held-out", "tune"], "the half of the courses"),
    engine: choice(["both", "sqlite", "postgres"], "the database"),
    "no-peers": flag("leaves out the simple searches"),
    misses: flag("prints the queries that find nothing right"),
    only: text("", "only types of queries whose name contains this"),
  },
  needs: () => ["programs"],
  async run({ values, name, showSteps, write }) {
    const courses = generateCourses(values.courses);
    const generated = withMoreItems([...generateItems(courses, values.items)]);
    const known: Known[] = generated.map((item, at) => ({ item, id: itemId(item, at + 1) }));
    const visible = known.filter(({ item }) => item.status === "Approved");
    const asked = questions(courses, visible, {
      isHeld: values.half !== "tune",
      sample: values.sample,
      sentenceCourses: values["sentence-courses"],
      only: values.only,
    });
    const about = `${courses.length} courses, ${known.length} items, ${values.half} half`;
    const byId = new Map(known.map(({ id, item }) => [id, item]));
    const rows: Row[] = [];
    let path = "";
    const measureAll = async (searcher: string, search: Searcher, classes = asked) => {
      rows.push(...(await measure({ searcher, search, classes, byId, misses: values.misses, showSteps })));
      // Writes the results after each search, because the slowest search is last and may be stopped.
      path = write(`${name}.json`, { about, rows });
    };
    const folder = mkdtempSync(join(tmpdir(), "proshno-search-"));
    try {
      for (const engine of ["sqlite", "postgres"] as const) {
        if (values.engine !== "both" && values.engine !== engine) continue;
        const archive = await openBenchArchive(engine, join(folder, engine));
        try {
          await loadItems(archive.db, generated);
          const search = createSearchService({
            searchRepo: createSearchRepo(archive.db),
            courses: { listed: async () => [] },
            clock: Date.now,
          });
          await measureAll(`Proshno on ${engine}`, async (query) =>
            (await search.find(undefined, { text: query })).rows.map(({ id }) => id),
          );
        } finally {
          await archive.close();
        }
      }
      if (!values["no-peers"]) {
        const items = visible.map(({ id, item: { course, fields } }) => ({
          id,
          code: fields["code"] ?? "",
          year: fields["year"] ?? "",
          title: fields["labName"] ?? fields["topic"] ?? course.title,
        }));
        const substring = substringPeer(items);
        const fuse = fusePeer(items);
        // Fuse.js needs half a second for a sentence.
        const short = new Map([...asked].filter(([type]) => type in queryClasses));
        await measureAll("substring filter", async (query) => substring(query), short);
        await measureAll("Fuse.js 7.5.0", async (query) => fuse(query), short);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.log([`\n${about}. ${linesOf(asked, rows).join("\n")}`, "", path].join("\n"));
    return 0;
  },
});

interface Measured {
  searcher: string;
  search: Searcher;
  classes: Map<string, Asked[]>;
  byId: Map<string, Known["item"]>;
  misses: boolean;
  showSteps: ShowSteps;
}

async function measure({ searcher, search, classes, byId, misses, showSteps }: Measured): Promise<Row[]> {
  const rows: Row[] = [];
  const progress = showSteps(classes.size);
  await search("warm up");
  for (const [name, queries] of classes) {
    const times: number[] = [];
    let [hit1, hit10, none] = [0, 0, 0];
    const before = process.cpuUsage();
    for (const { text: query, isMeant } of queries) {
      const start = performance.now();
      const ids = await search(query);
      times.push(performance.now() - start);
      const hits = ids.map((id) => {
        const item = byId.get(id) as Known["item"];
        return isMeant({ course: item.course, year: item.fields["year"] });
      });
      if (hits[0]) hit1 += 1;
      if (hits.slice(0, 10).includes(true)) hit10 += 1;
      else if (misses) console.log(`missed (${name}): ${query}`);
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
  return rows;
}

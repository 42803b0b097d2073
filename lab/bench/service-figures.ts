/**
 * Measures the time of the services on an archive, one call after the other. It is a separate program, so
 * that its memory contains only the archive. It prints a line of JSON. Usage: service-figures.ts CALLS, with
 * the archive named by the environment.
 */
import { performance } from "node:perf_hooks";
import { loadEnv } from "../../src/config/env.ts";
import { openArchive } from "../../src/process/open-archive.ts";
import type { ListQuery } from "../../src/shared/schemas/list-query.ts";
import { figuresOf } from "../lib/process-figures.ts";
import { percentiles, type Percentiles } from "../lib/percentiles.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { SEARCHES } from "./searches.ts";

export interface ServiceFigures {
  /** Times in ms for each call, by the call's name. */
  calls: Record<string, Percentiles>;
  /** The time from the start of the process to the first list, in ms. */
  firstAnswer: number;
  /** Resident memory after all calls, in bytes. */
  memory: number;
  items: number;
}

const CALLS = Number(process.argv[2] ?? 500);
/** How often each service is called if a call takes long. */
const MIN = 20;
const KIND = "question";

const { services, close } = await openArchive(loadEnv());
const { resources, search } = services;
const { count: items } = await resources.list(undefined, KIND, {});
const firstAnswer = performance.now();

const facets = await resources.facets(undefined, KIND, {});
const pick = seeded(7);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(pick() * values.length)] as T;
const valueOf = (name: "department" | "year" | "semester" | "examType") => oneOf(facets[name] ?? []).value;
const pages = Math.max(1, Math.floor(items / 10));
const some = await resources.newest(undefined, KIND, {}, 100);
const ids = some.map(({ id }) => id);
/** How many papers of its course a details page requests. */
const RELATED = 24;
const oneOfText = (column: "code" | "subject" | "university" | "department") => oneOf(some)[column] ?? "";

const filters: (() => ListQuery)[] = [
  () => ({ department: [valueOf("department")] }),
  () => ({ year: valueOf("year") }),
  () => ({ examType: valueOf("examType"), year: valueOf("year") }),
  () => ({ department: [valueOf("department")], year: valueOf("year"), semester: valueOf("semester") }),
];

const calls: Record<string, () => Promise<unknown>> = {
  "list, first page": () => resources.list(undefined, KIND, { page: Math.floor(pick() * 5) }),
  "list, any page": () => resources.list(undefined, KIND, { page: Math.floor(pick() * pages) }),
  "list, filtered": () => resources.list(undefined, KIND, oneOf(filters)()),
  total: () => resources.count(undefined, KIND, oneOf(filters)()),
  facets: () => resources.facets(undefined, KIND, oneOf(filters)()),
  details: () => resources.get(undefined, KIND, oneOf(ids)),
  "related by code": () => {
    const { code, university } = oneOf(some);
    const course = { code: code ?? "", university: university ?? "", status: "Approved" as const };
    return resources.newest(undefined, KIND, course, RELATED);
  },
};
/** Filters without their own total, or without an index for their order. */
const wayward: Record<string, () => ListQuery> = {
  code: () => ({ code: oneOfText("code") }),
  subject: () => ({ subject: oneOfText("subject") }),
  "university and department": () => ({
    university: oneOfText("university"),
    department: [oneOfText("department")],
  }),
  "two departments": () => ({ department: [valueOf("department"), valueOf("department")] }),
  search: () => ({ search: oneOf(SEARCHES["frequent word"] ?? []) }),
};
for (const [name, query] of Object.entries(wayward)) {
  calls[`list by ${name}`] = () => resources.list(undefined, KIND, query());
  calls[`list and facets by ${name}`] = () => resources.browse(undefined, KIND, query());
}
for (const [name, queries] of Object.entries(SEARCHES)) {
  calls[`search, ${name}`] = () => search.find(undefined, { text: oneOf(queries) });
}

const figures: ServiceFigures["calls"] = {};
for (const [name, call] of Object.entries(calls)) {
  const times: number[] = [];
  const end = performance.now() + 10_000;
  for (let done = -CALLS / 10; done < CALLS && (done < MIN || performance.now() < end); done += 1) {
    const began = performance.now();
    await call();
    // The first tenth of the calls is a warm-up and is not counted.
    if (done >= 0) times.push(performance.now() - began);
  }
  figures[name] = percentiles(times);
}
const result: ServiceFigures = { calls: figures, firstAnswer, memory: figuresOf(process.pid).memory, items };
console.log(JSON.stringify(result));
await close();

import { percentiles } from "../lib/percentiles.ts";
import { startProbe } from "../lib/start-probe.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

/** Reads that the cache can't answer, because each has a different query. */
const READS: Record<string, (number: number) => string> = {
  "a list": (number) => `/allQuestions?page=${number % 5}&once=${number}`,
  "a search": (number) => `/search?search=algebra+design+linear+${2010 + (number % 12)}&once=${number}`,
  "a sitemap": (number) => `/sitemap/1.xml?once=${number}`,
};
const CONCURRENCY = 20;
const DURATION = 4_000;

/** One visitor or student sends twenty reads at once, and another visitor requests one page repeatedly. */
export const reads: Scenario = {
  name: "reads",
  engines: ["sqlite", "postgres"],
  async run(world) {
    const figures: Figure[] = [];
    for (const [name, pathOf] of Object.entries(READS)) figures.push(...(await flooded(world, name, pathOf)));
    // The content of these pages is from memory, and the header is the student's.
    const { cookie } = await world.signUp();
    figures.push(...(await flooded(world, "a student's list", () => "/allQuestions", { cookie })));
    return figures;
  },
};

async function flooded(
  { origin, pid }: AbuseWorld,
  name: string,
  pathOf: (number: number) => string,
  session: Record<string, string> = {},
): Promise<Figure[]> {
  const url = `${origin}/allQuestions`;
  const probe = await startProbe({ url, pid, headers: { "x-forwarded-for": "203.0.113.2" } });
  let number = 0;
  const end = performance.now() + DURATION;
  const reader = async () => {
    while (performance.now() < end) {
      const headers = { "x-forwarded-for": "203.0.113.1", ...session };
      const answer = await fetch(origin + pathOf((number += 1)), { headers, redirect: "manual" });
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, reader));
  const { latencies } = await probe.stop();
  const { p50, p99 } = percentiles(latencies);
  return [
    { name: `${name}, ${CONCURRENCY} at once: others wait, median`, value: p50, unit: "ms" },
    { name: `${name}, ${CONCURRENCY} at once: others wait, p99`, value: p99, unit: "ms" },
  ];
}

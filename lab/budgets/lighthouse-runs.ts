import { launch } from "chrome-launcher";
import lighthouse, { type Config, type Result } from "lighthouse";
import { chromiumPath, FLAGS, LOOPBACK_ONLY } from "../../tests/support/web/browser.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof CATEGORIES)[number];
/** The metrics, with times in ms. */
const METRICS = {
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
} as const;

/** On a busy machine a trace sometimes fails, and Lighthouse recommends a second run. */
const ATTEMPTS = 4;

export interface Scores {
  /** Scores from 0 to 100; for the slow phone only the performance score. */
  scores: Partial<Record<Category, number>>;
  /** LCP and TBT in ms, CLS without a unit. */
  metrics: Record<keyof typeof METRICS, number>;
  /** Lighthouse's text for each audit that lowers a score below 100. */
  findings: string[];
  /**
   * Whether the page forbids search engines to index it and has no other SEO problem, like the login page.
   */
  hidden: boolean;
}

export interface Condition {
  name: string;
  categories: readonly Category[];
  settings: Config.Settings | object;
  /** The largest values that meet the goal. */
  limits: { lcp: number; tbt: number; cls: number };
}

/**
 * Lighthouse's default phone, and a cheap phone, whose processor is 20 times slower than this machine.
 * Lighthouse's factor of four is too small on a fast machine. Both use slow 4G: 150 ms, 1.6 Mbit/s.
 */
export const CONDITIONS: Condition[] = [
  { name: "stock", categories: CATEGORIES, settings: {}, limits: { lcp: 1_500, tbt: 100, cls: 0 } },
  {
    name: "cpu 20x",
    categories: ["performance"],
    settings: { throttling: { rttMs: 150, throughputKbps: 1.6 * 1024, cpuSlowdownMultiplier: 20 } },
    limits: { lcp: 2_200, tbt: 100, cls: 0 },
  },
];

/**
 * Starts a separate Chromium for Lighthouse, which reaches no other machine.
 * @returns `run` measures a page once; `close` stops the browser
 */
export async function openLighthouse() {
  const chrome = await launch({
    chromePath: chromiumPath(),
    chromeFlags: ["--headless=new", ...FLAGS, LOOPBACK_ONLY],
    logLevel: "silent",
  });
  return {
    /** @throws Error if Lighthouse can't measure the page */
    async run(url: string, condition: Condition): Promise<Scores> {
      for (let attempt = 1; ; attempt += 1) {
        const lhr = await once(chrome.port, url, condition);
        if (!lhr.runtimeError) return scoresOf(lhr);
        if (attempt === ATTEMPTS) throw new Error(`Lighthouse failed on ${url}: ${lhr.runtimeError.message}`);
      }
    },
    close: () => chrome.kill(),
  };
}

async function once(port: number, url: string, { categories, settings }: Condition): Promise<Result> {
  const flags = { port, logLevel: "silent", output: "json" } as const;
  const run = await lighthouse(url, flags, {
    extends: "lighthouse:default",
    settings: { onlyCategories: [...categories], ...settings },
  });
  if (!run) throw new Error(`Lighthouse has no result of ${url}`);
  return run.lhr;
}

/** The median of each figure, and the findings of all runs. @param runs of one page under one condition */
export function median(runs: Scores[]): Scores {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
  const each = <Key extends string>(part: (run: Scores) => Partial<Record<Key, number>>) => {
    const keys = Object.keys(part(runs[0] as Scores)) as Key[];
    return Object.fromEntries(
      keys.map((key) => [key, middle(runs.map((run) => part(run)[key] ?? 0))]),
    ) as Record<Key, number>;
  };
  return {
    scores: each((run) => run.scores),
    metrics: each((run) => run.metrics),
    findings: [...new Set(runs.flatMap((run) => run.findings))],
    hidden: runs.every((run) => run.hidden),
  };
}

function scoresOf(lhr: Result): Scores {
  const categories = Object.values(lhr.categories);
  const findings = categories
    .filter(({ score }) => score !== 1)
    .flatMap(({ id, auditRefs }) => auditRefs.flatMap((ref) => finding(lhr, id, ref)));
  const forSearch = findings.filter((line) => line.startsWith("seo: "));
  return {
    scores: Object.fromEntries(categories.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    metrics: {
      lcp: Math.round(lhr.audits[METRICS.lcp]?.numericValue ?? Number.NaN),
      tbt: Math.round(lhr.audits[METRICS.tbt]?.numericValue ?? Number.NaN),
      cls: Number((lhr.audits[METRICS.cls]?.numericValue ?? Number.NaN).toFixed(3)),
    },
    findings,
    hidden: lhr.audits["is-crawlable"]?.score === 0 && forSearch.length === 1,
  };
}

/** Audits without a weight inform, but don't change the score. */
function finding(lhr: Result, category: string, { id, weight }: { id: string; weight: number }): string[] {
  const audit = lhr.audits[id];
  if (!audit || !weight || audit.score === null || audit.score >= 0.995) return [];
  const about = [audit.displayValue, audit.explanation, ...nodesOf(audit)].filter(Boolean).join(" | ");
  return [`${category}: ${audit.title}${about ? ` (${about})` : ""}`];
}

/** The first elements that an audit names. */
function nodesOf({ details }: Result["audits"][string]): string[] {
  const items = details && "items" in details && Array.isArray(details.items) ? details.items : [];
  const snippets = items.map((item) => (item as { node?: { snippet?: string } }).node?.snippet);
  return snippets.filter((snippet) => snippet !== undefined).slice(0, 3);
}

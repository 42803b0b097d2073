import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createSiteMetrics } from "../../src/server/operations/metrics/site-metrics.ts";
import type { MetricSnapshot } from "../../src/shared/operations/metric-snapshot.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../docs/monitoring/${name}`, import.meta.url), "utf8");

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; action: string };
}

const dashboard = JSON.parse(read("grafana-dashboard.json")) as {
  panels: Panel[];
  templating: { list: { query: string | { query: string } }[] };
};
const rules = (parse(read("alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [`the panel “${title}”`, expr] as const),
  ),
  ...rules.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
];
/** Prometheus adds these labels itself. */
const OWN_LABELS = ["job", "instance", "le"];
/** The metrics of the whole archive, which are equal on every server. */
const OF_ARCHIVE =
  /\bproshno_(?:problem|jobs|job_oldest_seconds|recognition_pages_(?:waiting|failed)|last_backup_timestamp_seconds)\b/;

let archive: TestArchive;
let snapshot: MetricSnapshot;
/** The labels of each series, by its name in queries. */
let series: Map<string, readonly string[]>;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const metrics = createSiteMetrics({ engine: "sqlite", version: "1" });
  metrics.followPools(() => ({}));
  metrics.responseCache.follow(() => ({ entries: 0, bytes: 0 }));
  snapshot = [...metrics.snapshot(), ...(await archive.services.operations.archiveMetrics())];
  series = new Map(
    snapshot.flatMap(({ name, type, labels }): [string, readonly string[]][] =>
      type === "histogram"
        ? ["_bucket", "_sum", "_count"].map((end) => [name + end, labels])
        : [[name, labels]],
    ),
  );
});
afterAll(() => archive.close());

/** The series of an expression, with the labels that it selects by. */
function selected(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b(proshno_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", matchers = ""]) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
  }));
}

/** The labels by which an expression groups. */
const grouped = (expression: string): string[] =>
  [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((one) => one.trim()),
  );

describe("the dashboard and the alerts", () => {
  it.each(expressions)("%s names only metrics and labels that the server has", (_where, expression) => {
    const used = selected(expression);
    expect(used.length + Number(/\bup\{/.test(expression))).toBeGreaterThan(0);
    const known = new Set(OWN_LABELS);
    for (const { name, labels } of used) {
      expect([...series.keys()]).toContain(name);
      for (const label of series.get(name) ?? []) known.add(label);
      expect([...OWN_LABELS, ...(series.get(name) ?? [])]).toEqual(expect.arrayContaining(labels));
    }
    expect([...known]).toEqual(expect.arrayContaining(grouped(expression)));
  });

  it.each(expressions)("%s has a closing bracket for each opening bracket", (_where, expression) => {
    const without = expression.replace(/"[^"]*"/g, '""');
    for (const [open, close] of ["()", "{}", "[]"].map((pair) => [...pair] as [string, string]))
      expect(without.split(open)).toHaveLength(without.split(close).length);
  });

  it.each(expressions)(
    "%s takes the largest value if each server has the value of the whole archive",
    (_where, expression) => {
      // `delta` changes each series by itself.
      const starts = expression.replaceAll("delta(", "(").split(OF_ARCHIVE).slice(0, -1);
      for (const start of starts) expect(start).toMatch(/\bmax(?: by \([^)]*\))? ?\(+$/);
    },
  );

  it("show every metric of the server", () => {
    const text = expressions.map(([, expression]) => expression).join("\n");
    const names = snapshot.map(({ name }) => name);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });

  it("say in each alert what happened and what to do", () => {
    for (const { alert, annotations } of rules) {
      expect(annotations, alert).toEqual({ summary: expect.any(String), action: expect.any(String) });
      expect(annotations.summary.endsWith("."), alert).toBe(true);
    }
  });

  it("use only the classes of the status that requests are counted by", () => {
    const text = expressions.map(([, expression]) => expression).join("\n");
    const statuses = [...text.matchAll(/status="([^"]*)"/g)].map(([, status]) => status);
    expect(new Set(statuses)).toEqual(new Set(["5xx"]));
  });
});

it("metrics.md describes every metric", () => {
  const text = read("metrics.md");
  expect(snapshot.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

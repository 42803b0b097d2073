import type { MetricFamily, MetricSnapshot } from "../../../shared/operations/metric-snapshot.ts";

/** The Content-Type of the text (https://prometheus.io/docs/instrumenting/exposition_formats). */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Writes metrics in the text format of Prometheus. */
export const exposition = (snapshot: MetricSnapshot): string => snapshot.map(familyText).join("");

function familyText(family: MetricFamily): string {
  const { name, help, type, labels, rows } = family;
  const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
  return (
    head +
    rows
      .map(([values, numbers]) => {
        const pairs = labels.map((label, index) => pair(label, values[index] ?? ""));
        return type === "histogram"
          ? histogramLines(family, pairs, numbers)
          : line(name, pairs, numbers[0] as number);
      })
      .join("")
  );
}

/** In the text, the count of a bucket includes the buckets below it. */
function histogramLines({ name, buckets }: MetricFamily, pairs: string[], numbers: number[]): string {
  let count = 0;
  const bounds = [...buckets.map(String), "+Inf"];
  const lines = bounds.map((bound, index) => {
    count += numbers[index] as number;
    return line(`${name}_bucket`, [...pairs, pair("le", bound)], count);
  });
  const sum = line(`${name}_sum`, pairs, numbers[bounds.length] as number);
  return lines.join("") + sum + line(`${name}_count`, pairs, count);
}

const line = (name: string, pairs: string[], value: number): string =>
  `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;

const pair = (label: string, value: string): string => `${label}="${escaped(value).replaceAll('"', '\\"')}"`;

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

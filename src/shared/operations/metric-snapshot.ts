/** How the values of several processes become one: their sum, or the largest one. */
export type Merge = "sum" | "max";

/** A metric of one process, with one row of numbers for each combination of label values. */
export interface MetricFamily {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  merge: Merge;
  labels: readonly string[];
  /** The upper limits of a histogram's buckets, in its unit, without infinity; empty for other types. */
  buckets: readonly number[];
  /**
   * The numbers by label values. A counter or gauge has one number. A histogram has one count for each bucket
   * and for infinity, not added up, and then the sum of all values.
   */
  rows: [values: readonly string[], numbers: number[]][];
}

/** The metrics of one process at one moment, as plain data. */
export type MetricSnapshot = MetricFamily[];

/** The key of a combination of label values; no label value contains a tab. */
export const rowKey = (values: readonly string[]): string => values.join("\t");

/**
 * Adds up the metrics of several processes. It changes none of its arguments. During an upgrade, two releases can
 * give a metric different labels or buckets; then only the numbers of the later snapshots count.
 * @param snapshots the oldest process first
 */
export function mergeSnapshots(snapshots: readonly MetricSnapshot[]): MetricSnapshot {
  const families = new Map<
    string,
    { family: MetricFamily; rows: Map<string, MetricFamily["rows"][number]> }
  >();
  for (const family of snapshots.flat()) {
    let known = families.get(family.name);
    if (!known || shapeOf(known.family) !== shapeOf(family))
      families.set(family.name, (known = { family, rows: new Map() }));
    for (const [values, numbers] of family.rows) {
      const row = known.rows.get(rowKey(values));
      if (row) add(row[1], numbers, family.merge);
      else known.rows.set(rowKey(values), [values, [...numbers]]);
    }
  }
  return [...families.values()].map(({ family, rows }) => ({ ...family, rows: [...rows.values()] }));
}

const shapeOf = ({ type, merge, labels, buckets }: MetricFamily): string =>
  [type, merge, labels.join(), buckets.join()].join(" ");

function add(into: number[], numbers: number[], merge: Merge): void {
  numbers.forEach((number, index) => {
    const before = into[index] ?? 0;
    into[index] = merge === "sum" ? before + number : Math.max(before, number);
  });
}

/** The part of a snapshot that still counts after its process has ended. */
export const withoutGauges = (snapshot: MetricSnapshot): MetricSnapshot =>
  snapshot.filter(({ type }) => type !== "gauge");

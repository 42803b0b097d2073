import {
  type Merge,
  type MetricFamily,
  type MetricSnapshot,
  rowKey,
} from "../../../shared/operations/metric-snapshot.ts";
import { OTHER } from "./metric-names.ts";

/**
 * The most label combinations of one metric. Our labels are lists in the code, so this limit is a safety net: all
 * further combinations count in one row, so that the totals stay right.
 */
const MAX_ROWS = 5_000;

interface MetricOptions {
  /** The name in Prometheus, with its unit at the end, such as `proshno_http_request_duration_seconds`. */
  name: string;
  help: string;
  labels?: readonly string[];
}

export type Registry = ReturnType<typeof createRegistry>;
export type Counter = (values?: readonly string[], by?: number) => void;

/**
 * The metrics of one process. A measurement takes less than a microsecond, because the response cache
 * measures each response that it sends (docs/decisions/051).
 */
export function createRegistry() {
  const families: { family: MetricFamily; read: () => void }[] = [];

  function define(family: Omit<MetricFamily, "rows">, read: () => void = () => {}) {
    const rows = new Map<string, number[]>();
    const full: MetricFamily = { ...family, rows: [] };
    families.push({ family: full, read });
    const size = family.type === "histogram" ? family.buckets.length + 2 : 1;
    const add = (key: string, values: readonly string[]): number[] => {
      const numbers = Array.from({ length: size }, () => 0);
      rows.set(key, numbers);
      full.rows.push([values, numbers]);
      return numbers;
    };
    const others = family.labels.map(() => OTHER);
    return (values: readonly string[]): number[] => {
      const key = values.length === 1 ? (values[0] as string) : rowKey(values);
      const numbers = rows.get(key);
      if (numbers) return numbers;
      if (rows.size < MAX_ROWS - 1) return add(key, values);
      return rows.get(rowKey(others)) ?? add(rowKey(others), others);
    };
  }

  return {
    /** A number that only grows. */
    counter({ name, help, labels = [] }: MetricOptions): Counter {
      const rowOf = define({ name, help, labels, type: "counter", merge: "sum", buckets: [] });
      if (labels.length === 0) rowOf([]);
      return (values = [], by = 1) => {
        const row = rowOf(values);
        row[0] = (row[0] as number) + by;
      };
    },

    /**
     * How many values were in each range.
     * @param buckets the upper limits of the ranges, in the unit of the name
     */
    histogram({ name, help, labels = [], buckets }: MetricOptions & { buckets: readonly number[] }) {
      const rowOf = define({ name, help, labels, type: "histogram", merge: "sum", buckets });
      const sum = buckets.length + 1;
      return (value: number, values: readonly string[] = []): void => {
        const row = rowOf(values);
        let index = 0;
        while (index < buckets.length && value > (buckets[index] as number)) index += 1;
        row[index] = (row[index] as number) + 1;
        row[sum] = (row[sum] as number) + value;
      };
    },

    /**
     * A number that is read at each scrape.
     * @param merge what the numbers of several processes become
     * @param read returns the rows: the label values and the number
     */
    gauge(
      { name, help, labels = [], merge = "sum" }: MetricOptions & { merge?: Merge },
      read: () => [values: readonly string[], number][],
    ): void {
      const rowOf = define({ name, help, labels, type: "gauge", merge, buckets: [] }, () => {
        for (const [values, number] of read()) {
          rowOf(values)[0] = number;
        }
      });
    },

    /** The current numbers as plain data, which later measurements don't change. */
    snapshot(): MetricSnapshot {
      return families.map(({ family, read }) => {
        read();
        return { ...family, rows: family.rows.map(([values, numbers]) => [values, [...numbers]]) };
      });
    },
  };
}

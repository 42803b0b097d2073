import { type Asked, queryClasses } from "./query-classes.ts";

/** The figures of one searcher for one class of queries. */
export interface Row {
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

/** Returns the table of all searchers, with a row for each class and for groups of classes. */
export function linesOf(asked: ReadonlyMap<string, Asked[]>, rows: readonly Row[]): string[] {
  const searchers = [...new Set(rows.map(({ searcher }) => searcher))];
  const line = (name: string, count: number, of: (searcher: string) => Row | undefined): string => {
    const cells = searchers.map((searcher) => {
      const row = of(searcher);
      return (
        row ? `${row.hit1} / ${row.hit10} / ${row.none}   ${row.p50} ${row.p95} ${row.cpu}` : ""
      ).padStart(34);
    });
    return [name.padEnd(30), String(count || "").padStart(4), ...cells].join(" ");
  };
  const groups = ["sentence", "words"].flatMap((group) => {
    const names = [...asked.keys()].filter((name) => name.includes(group) && !(name in queryClasses));
    return names.length > 1 ? [line(`all: ${group}`, 0, (searcher) => together(rows, searcher, names))] : [];
  });
  return [
    "In each cell: hit@1 / hit@10 / no result in %, then p50, p95 and processor in ms.\n",
    ["class".padEnd(30), "n".padStart(4), ...searchers.map((name) => name.padStart(34))].join(" "),
    ...[...asked].map(([name, { length }]) => line(name, length, (searcher) => rowOf(rows, searcher, name))),
    ...groups,
  ];
}

function rowOf(rows: readonly Row[], searcher: string, name: string): Row | undefined {
  return rows.find((row) => row.searcher === searcher && row.class === name);
}

/** Returns the shares of several classes together. The times are those of the slowest class. */
function together(rows: readonly Row[], searcher: string, names: readonly string[]): Row | undefined {
  const all = names.flatMap((name) => rowOf(rows, searcher, name) ?? []);
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

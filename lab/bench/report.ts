import { asHtml, type Table } from "../lib/tables.ts";
import type { CaseFigures, HttpFigures } from "./run-http.ts";
import type { ServiceFigures } from "./service-figures.ts";
import { barsOf } from "./bars.ts";
import { MB } from "../../src/shared/text/bytes.ts";

export interface ArchiveFigures {
  engine: "sqlite" | "postgres";
  items: number;
  service: ServiceFigures;
  /** The figures over HTTP for each number of workers. */
  http: Record<number, HttpFigures>;
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** The times of the services' calls at each size, and their growth. */
export function serviceTable(all: ArchiveFigures[], engine: ArchiveFigures["engine"]): Table {
  const archives = all.filter((one) => one.engine === engine);
  const names = Object.keys(archives[0]?.service.calls ?? {});
  const heads = archives.flatMap(({ items }) => [
    `p50 ${size(items)}`,
    `p95 ${size(items)}`,
    `p99 ${size(items)}`,
  ]);
  const rows = names.map((name) => {
    const figures = archives.flatMap(({ service }) => service.calls[name] ?? []);
    const growth = (figures.at(-1)?.p99 ?? 0) / (figures[0]?.p99 ?? 1);
    return [name, ...figures.flatMap(({ p50, p95, p99 }) => [ms(p50), ms(p95), ms(p99)]), growth.toFixed(1)];
  });
  return [["service, ms", ...heads, "p99 growth"], ...rows];
}

/** A table of the cases of one archive over HTTP. */
export function httpTable(cases: CaseFigures[]): Table {
  const rows = cases.map(({ kind, name, perSecond, ratio, times, cpu, failed }) => [
    `${kind}, ${name}`,
    perSecond.toFixed(0),
    ratio === undefined ? "" : ratio.toFixed(2),
    ms(times.p50),
    ms(times.p95),
    ms(times.p99),
    cpu.toFixed(0),
    String(failed),
  ]);
  return [["over HTTP", "req/s", "× node:http", "p50 ms", "p95 ms", "p99 ms", "CPU µs", "failed"], ...rows];
}

/** A table with the start time and the memory of each archive. */
export function archiveTable(all: ArchiveFigures[]): Table {
  const rows = all.flatMap(({ engine, items, service, http }) =>
    Object.entries(http).map(([workers, { start, memory }]) => [
      `${engine}, ${size(items)}, ${workers} worker${workers === "1" ? "" : "s"}`,
      ms(start),
      ms(service.firstAnswer),
      (memory.start / MB).toFixed(0),
      (memory.end / MB).toFixed(0),
    ]),
  );
  return [["archive", "start ms", "first list ms", "MB at start", "MB at end"], ...rows];
}

export const size = (items: number): string =>
  items >= 1_000_000 ? `${Math.round(items / 1_000_000)} M` : `${Math.round(items / 1_000)} k`;

const STYLE = `body{font:16px/1.5 system-ui;margin:24px;color-scheme:light dark}
table{border-collapse:collapse;margin:0 0 24px}th,td{padding:2px 12px;text-align:right;border-bottom:1px solid #8888}
td:first-child,th:first-child{text-align:left}svg{display:block;margin:0 0 24px;max-width:100%}
svg text{fill:CanvasText;font:13px system-ui}svg rect{fill:#0a6a4d}svg line{stroke:#b3202c}`;

/** Returns the figures as a page without external files. */
export function htmlOf(all: ArchiveFigures[]): string {
  const parts = ['<!doctype html><html lang="en"><meta charset="utf-8"><title>Benchmark</title>'];
  parts.push(`<style>${STYLE}</style><h1>Benchmark</h1>`, asHtml(archiveTable(all)));
  for (const engine of ["sqlite", "postgres"] as const) {
    if (!all.some((one) => one.engine === engine)) continue;
    parts.push(`<h2>Services on ${engine}</h2>`, asHtml(serviceTable(all, engine)));
  }
  for (const { engine, items, http } of all) {
    for (const [workers, { cases }] of Object.entries(http)) {
      parts.push(`<h2>${engine}, ${size(items)} items, workers: ${workers}</h2>`, asHtml(httpTable(cases)));
      const ratios = cases.flatMap(({ kind, name, ratio }) =>
        ratio === undefined ? [] : [{ label: `${kind}, ${name}`, value: ratio }],
      );
      parts.push(barsOf("Requests/s over those of node:http with the same bytes", ratios, 1));
    }
  }
  return parts.join("\n");
}

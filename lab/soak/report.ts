import { KB, MB } from "../../src/shared/text/bytes.ts";
import { asText } from "../lib/tables.ts";
import type { CallKind } from "./calls.ts";
import { percentileOf, sumOf } from "./histogram.ts";
import { judgeSoak, type Series } from "./judge.ts";
import { type CallFigures, type Found, type Sample, secondsOf } from "./samples.ts";

/**
 * Describes a soak of one engine.
 * @param warmUp seconds after each start of the server that don't count for slopes
 */
export function reportOf(
  samples: readonly Sample[],
  found: Found | undefined,
  warmUp: number,
): { text: string; faults: string[] } {
  const { processes, heap, logGrowth, writes, databaseGrowth, faults } = judgeSoak(samples, warmUp);
  const runs = new Set(samples.map(({ run }) => run)).size;
  const sizes = samples.map((sample) => sample.sizes);
  const largestWal = Math.max(0, ...sizes.map(({ wal }) => wal));
  const full = found?.full === undefined ? "" : `, full load ${found.full.toFixed(0)}`;
  const text = [
    `${(secondsOf(samples) / 60).toFixed(1)} minutes, starts of the server: ${runs}, ` +
      `requests per second: ${(found?.rate ?? 0).toFixed(0)}${full}`,
    asText([["Request", "number", "failed", "p50 ms", "p95 ms", "p99 ms"], ...callRows(samples)]),
    asText([
      [
        "Process",
        "MB first",
        "last",
        "most",
        "MB/hour",
        "quartiles",
        "handles",
        "last",
        "per hour",
        "threads",
        "last",
      ],
      ...processes.map(({ name, memory, handles, threads }) => [
        name,
        ...bytesRow(memory),
        String(handles.first),
        String(handles.last),
        handles.slope?.median.toFixed(1) ?? "–",
        String(threads.first),
        String(threads.last),
      ]),
      ["heap of workers", ...bytesRow(heap)],
    ]),
    `Log: ${(logGrowth / MB).toFixed(2)} MB a day at this rate, ${megabytes(sizes.at(-1)?.log)} now`,
    `Database: ${megabytes(sizes[0]?.database)} to ${megabytes(sizes.at(-1)?.database)}, ` +
      `${writes} writes, ${databaseGrowth === undefined ? "–" : (databaseGrowth / KB).toFixed(0)} kB per 1,000 writes; ` +
      `largest write-ahead log ${megabytes(largestWal)}; ` +
      `data folder ${megabytes(sizes[0]?.data)} to ${megabytes(sizes.at(-1)?.data)}`,
    ...(processes.some(({ memory }) => memory.slope) ? [] : ["The soak is too short for slopes."]),
    ...faults.map((fault) => `WRONG: ${fault}`),
  ].join("\n");
  return { text, faults };
}

function callRows(samples: readonly Sample[]): string[][] {
  const kinds = [...new Set(samples.flatMap(({ calls }) => Object.keys(calls)))] as CallKind[];
  const of = (wanted: CallKind[]) =>
    samples.flatMap(({ calls }) => wanted.flatMap((kind) => calls[kind] ?? []));
  return [...kinds.sort().map((kind) => callRow(kind, of([kind]))), callRow("all", of(kinds))];
}

function callRow(name: string, figures: CallFigures[]): string[] {
  const times = sumOf(figures.map((one) => one.times));
  const total = (read: (one: CallFigures) => number) =>
    figures.reduce((sum, one) => sum + read(one), 0).toLocaleString("en");
  return [
    name,
    total(({ requests }) => requests),
    total(({ failures }) => failures),
    ...[0.5, 0.95, 0.99].map((share) => percentileOf(times, share).toFixed(1)),
  ];
}

function bytesRow({ first, last, most, slope }: Series): string[] {
  const scaled = (value: number) => (value / MB).toFixed(1);
  const quartiles = slope ? `${scaled(slope.low)} to ${scaled(slope.high)}` : "–";
  return [scaled(first), scaled(last), scaled(most), slope ? scaled(slope.median) : "–", quartiles];
}

const megabytes = (bytes = 0): string => `${(bytes / MB).toFixed(1)} MB`;

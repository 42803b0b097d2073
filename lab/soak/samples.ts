import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Histogram } from "./histogram.ts";
import type { CallKind } from "./calls.ts";

export interface CallFigures {
  requests: number;
  failures: number;
  times: Histogram;
}

export interface ProcessSample {
  /** `primary` or `worker 1`; `children` are the short-lived processes for papers together. */
  name: string;
  /** 0 for the children. */
  pid: number;
  /** Resident memory, in bytes. */
  memory: number;
  /** Open file descriptors. */
  handles: number;
  threads: number;
}

export interface Sizes {
  log: number;
  wal: number;
  database: number;
  /** The whole data folder; on PostgreSQL without the database. */
  data: number;
}

/** What a soak measured since the sample before. It is one line of `samples.jsonl`. */
export interface Sample {
  /** Counts the starts of the server, from 1. */
  run: number;
  /** The time of the measurement, in epoch milliseconds. */
  at: number;
  /** How long the load lasted, in seconds; 0 for the first sample of a run. */
  seconds: number;
  calls: Partial<Record<CallKind, CallFigures>>;
  /** A sentence for each of the first failures. */
  problems: string[];
  processes: ProcessSample[];
  /** The used JavaScript heap of all workers together, in bytes, as `/metrics` says. */
  heap: number;
  sizes: Sizes;
}

/** What a soak finds out once. */
export interface Found {
  /** The full load, in requests per second; undefined if the rate was given. */
  full: number | undefined;
  /** The rate of the soak, in requests per second. */
  rate: number;
}

/** The state of a soak in its folder. It survives a kill at any moment. */
export function openSamples(folder: string) {
  const path = join(folder, "samples.jsonl");
  const found = join(folder, "found.json");
  return {
    /** All complete samples. A kill can cut the last line short; that line is removed. */
    read(): Sample[] {
      if (!existsSync(path)) return [];
      const text = readFileSync(path, "utf8");
      const complete = text.slice(0, text.lastIndexOf("\n") + 1);
      if (complete.length < text.length) truncateSync(path, Buffer.byteLength(complete));
      return complete
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Sample);
    },

    append(sample: Sample): void {
      mkdirSync(folder, { recursive: true });
      appendFileSync(path, `${JSON.stringify(sample)}\n`);
    },

    found: (): Found | undefined =>
      existsSync(found) ? (JSON.parse(readFileSync(found, "utf8")) as Found) : undefined,

    remember(facts: Found): void {
      mkdirSync(folder, { recursive: true });
      writeFileSync(found, JSON.stringify(facts));
    },
  };
}

/** How long the load lasted in all runs together, in seconds. */
export const secondsOf = (samples: readonly Sample[]): number =>
  samples.reduce((sum, { seconds }) => sum + seconds, 0);

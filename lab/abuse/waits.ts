import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { percentiles } from "../lib/percentiles.ts";

/** The pause between two requests of a reader, in ms. */
export const PROBE_PAUSE = 20;

/** A person who reads one address again and again. */
export interface Reader {
  name: string;
  /** The address; `{n}` becomes a number that is different each time. */
  url: string;
  headers: Record<string, string>;
}

/** One request of a reader. */
export interface Waited {
  name: string;
  /** When it began, in epoch milliseconds. */
  at: number;
  /** How long its response took, in ms. */
  ms: number;
  /** 0 if no response came. */
  status: number;
}

/** How long one reader waited, in ms, and how many of the requests failed. */
export interface Waits {
  p50: number;
  p99: number;
  max: number;
  requests: number;
  /** Responses with status 503. */
  busy: number;
  /** Other responses with status 400 or above, and requests without a response. */
  failed: number;
}

/**
 * Starts readers in a process of their own, and measures how long they wait.
 * @param guarded the id of a server's process that ends with this process, even if this process is killed; 0 for none
 * @returns `take` resolves when every reader has a response to a new request, and returns the requests since the last
 * call; `stop` ends the process
 */
export async function startReaders(readers: readonly Reader[], guarded = 0) {
  const child: ChildProcess = fork(
    fileURLToPath(new URL("waits-process.ts", import.meta.url)),
    [JSON.stringify(readers), String(guarded)],
    { execArgv: [] },
  );
  await once(child, "message");
  async function take(): Promise<Waited[]> {
    const answer = once(child, "message") as Promise<[Waited[]]>;
    child.send("take");
    return (await answer)[0];
  }
  return { take, stop: () => child.disconnect() };
}

export type Readers = Awaited<ReturnType<typeof startReaders>>;

/**
 * Sums up the requests of one reader. A request that waited long kept the reader from starting others, which would have
 * waited, too: each missing one counts with the rest of the wait.
 */
export function waitsOf(samples: readonly Waited[], name: string): Waits {
  const own = samples.filter((sample) => sample.name === name);
  const times = own.flatMap(({ ms }) =>
    Array.from({ length: Math.max(1, Math.ceil(ms / PROBE_PAUSE)) }, (_, index) => ms - index * PROBE_PAUSE),
  );
  const { p50, p99 } = percentiles(times);
  return {
    p50,
    p99,
    max: Math.max(0, ...own.map(({ ms }) => ms)),
    requests: own.length,
    busy: own.filter(({ status }) => status === 503).length,
    failed: own.filter(({ status }) => status !== 503 && (status === 0 || status >= 400)).length,
  };
}

/** The two readers of most attacks: a person with a session and a page from memory, and a visitor with a new list each time. */
export function twoReaders(origin: string, cookie: string): Reader[] {
  return [
    {
      name: "page",
      url: `${origin}/allQuestions`,
      headers: { cookie, "x-forwarded-for": "203.0.113.2" },
    },
    {
      name: "list",
      url: `${origin}/allQuestions?page=1&once={n}`,
      headers: { "x-forwarded-for": "203.0.113.3" },
    },
  ];
}

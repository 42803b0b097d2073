import { join } from "node:path";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { type Call, createSender, prepareCalls, studentsFor } from "./calls.ts";
import { findFullLoad } from "./full-load.ts";
import { addTo } from "./histogram.ts";
import { measureHeap, measureProcesses, measureSizes } from "./measure.ts";
import { type Done, startLoad } from "./open-load.ts";
import { type CallFigures, type Found, openSamples, type Sample, secondsOf } from "./samples.ts";
import { type SoakServer, startSoakServer } from "./server.ts";

export interface SoakOptions {
  /** Keeps the archive, the log and the samples of one engine. An absolute path. */
  folder: string;
  /** An empty database at first; without it, SQLite. */
  databaseUrl: string | undefined;
  /** How long the load lasts in all runs together, in seconds. */
  seconds: number;
  /** The time between two samples, in seconds. */
  every: number;
  /** Requests per second; by default half of the full load. */
  rate?: number | undefined;
  /** Ends the run early. The next run continues. */
  signal: AbortSignal;
  onSample?: (sample: Sample) => void;
  log?: (line: string) => void;
}

/** The load that warms a new server up, in requests per second, and its duration in seconds. */
const WARM = { rate: 40, seconds: 15 };
/** How long each rate is tried, in seconds. */
const TRY = 5;
/** A server keeps up if at the end fewer requests wait than arrive in this time, in seconds. */
const QUEUE = 0.2;
const MIN_QUEUE = 16;
/** How many failures a sample describes. */
const MAX_PROBLEMS = 5;

/**
 * Starts the server and loads it until the load has lasted long enough, or until it is interrupted. All state is
 * in the folder.
 * @throws Error if the server ends by itself; AbortError if the search for the full load is interrupted
 */
export async function runSoak(options: SoakOptions): Promise<void> {
  const { folder, databaseUrl, seconds, signal } = options;
  const state = openSamples(folder);
  const before = state.read();
  const soaked = secondsOf(before);
  if (soaked >= seconds) return;
  const run = (before.at(-1)?.run ?? 0) + 1;
  const server = await startSoakServer(folder, databaseUrl);
  const sender = createSender(server.origin);
  const random = seeded(run);
  const prepare = async (students: number) => {
    const db = openDatabase({ databaseUrl, dataFolder: join(folder, "archive") });
    return prepareCalls(db, server.origin, students, random).finally(() => db.close());
  };
  try {
    const found =
      rateOf(options, state.found()) ?? (await findRate(sender.send, prepare, signal, options.log));
    state.remember(found);
    const next = await prepare(studentsFor(found.rate));
    await soak(options, {
      server,
      send: sender.send,
      next,
      rate: found.rate,
      run,
      soaked,
      append: state.append,
    });
  } finally {
    sender.close();
    await server.stop();
  }
}

function rateOf({ rate }: SoakOptions, found: Found | undefined): Found | undefined {
  return rate === undefined ? found : { full: undefined, rate };
}

type Send = (call: Call) => Promise<string | undefined>;

async function findRate(
  send: Send,
  prepare: (students: number) => Promise<() => Call>,
  signal: AbortSignal,
  log: (line: string) => void = () => {},
): Promise<Found> {
  const next = await prepare(MIN_STUDENTS_AT_FULL_LOAD);
  const hold = async (rate: number, seconds: number): Promise<boolean> => {
    let problem: string | undefined;
    const load = startLoad(rate, next, send, (done) => (problem ??= done.problem));
    await pause(seconds, signal);
    const backlog = load.backlog();
    await load.stop();
    signal.throwIfAborted();
    return problem === undefined && backlog <= Math.max(MIN_QUEUE, rate * QUEUE);
  };
  log("Warms up, then looks for the full load");
  await hold(WARM.rate, WARM.seconds);
  const full = await findFullLoad(async (rate) => {
    // A second try, in case another program of the machine disturbed the first one.
    const keepsUp = (await hold(rate, TRY)) || (await hold(rate, TRY));
    log(`${rate.toFixed(0)} requests per second: ${keepsUp ? "keeps up" : "too many"}`);
    return keepsUp;
  });
  return { full, rate: full / 2 };
}

/** The search for the full load takes two minutes at most, so few students suffice. */
const MIN_STUDENTS_AT_FULL_LOAD = 30;

interface Load {
  server: SoakServer;
  send: Send;
  next: () => Call;
  rate: number;
  run: number;
  /** How long the load lasted in earlier runs, in seconds. */
  soaked: number;
  append: (sample: Sample) => void;
}

async function soak(options: SoakOptions, load: Load): Promise<void> {
  const { folder, databaseUrl, seconds, every, signal, onSample } = options;
  const { server, run, append } = load;
  let calls: Sample["calls"] = {};
  let problems: string[] = [];
  const collect = ({ call, ms, problem }: Done<Call>): void => {
    const figures: CallFigures = (calls[call.kind] ??= { requests: 0, failures: 0, times: {} });
    figures.requests += 1;
    addTo(figures.times, ms);
    if (problem === undefined) return;
    figures.failures += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  let last = performance.now();
  const store = async (isFirst: boolean): Promise<number> => {
    const now = performance.now();
    const lasted = isFirst ? 0 : (now - last) / 1_000;
    last = now;
    const done = { calls, problems };
    [calls, problems] = [{}, []];
    const heap = await measureHeap(server);
    const processes = measureProcesses(server.pid);
    const sizes = await measureSizes(folder, databaseUrl);
    const sample = { run, at: Date.now(), seconds: lasted, ...done, processes, heap, sizes };
    append(sample);
    onSample?.(sample);
    return lasted;
  };

  await store(true);
  last = performance.now();
  const open = startLoad(load.rate, load.next, load.send, collect);
  let soaked = load.soaked;
  for (let isOver = false; !isOver;) {
    const left = seconds - soaked;
    await pause(Math.min(every, left) - (performance.now() - last) / 1_000, signal);
    isOver = signal.aborted || server.hasEnded() || left <= every;
    if (isOver) await open.stop();
    soaked += await store(false);
  }
  if (server.hasEnded()) throw new Error(`The server ended by itself: see ${server.log}.`);
}

/** Waits for at least this time, but not longer than until the signal. */
async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    // A timer can be a millisecond early.
    const timer = setTimeout(end, Math.max(0, seconds * 1_000 + 2));
    signal.addEventListener("abort", end);
  });
}

import { performance } from "node:perf_hooks";
import autocannon from "autocannon";
import { figuresOf } from "./process-figures.ts";
import { percentiles, type Percentiles } from "./percentiles.ts";

export interface LoadFigures {
  /** In ms. */
  times: Percentiles;
  perSecond: number;
  /** Processor time of the server for one request, in µs. */
  cpu: number;
  /** Answers that were no success, and requests that none came to where none came at all. */
  failed: number;
}

const CONNECTIONS = 20;
/** So many requests of a case are made ready for each connection. */
const ADDRESSES = 1_000;

/**
 * Reads as fast as a server answers.
 * @param from the first number that `path` is asked for @param seconds how long @param pid of the server
 */
export async function readLoad(
  origin: string,
  path: (n: number) => string,
  { from, seconds, pid }: { from: number; seconds: number; pid: number },
): Promise<LoadFigures> {
  let client = 0;
  const requestsOf = (first: number) =>
    Array.from({ length: ADDRESSES }, (_, n) => ({
      method: "GET" as const,
      path: path(first + n),
      headers: { "accept-encoding": "gzip" },
    }));
  const times: number[] = [];
  const before = figuresOf(pid);
  const ended = Promise.withResolvers<autocannon.Result>();
  const options = {
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    // Else all connections would ask for the same at the same time.
    setupClient: (one: autocannon.Client) => one.setRequests(requestsOf(from + ADDRESSES * (client += 1))),
  };
  autocannon(options, (error, result) => (error ? ended.reject(error) : ended.resolve(result))).on(
    "response",
    (_client, _status, _bytes, time) => times.push(time),
  );
  const result = await ended.promise;
  const { cpu } = figuresOf(pid);
  return {
    times: percentiles(times),
    perSecond: result.requests.total / result.duration,
    cpu: (cpu - before.cpu) / Math.max(1, result.requests.total),
    // What was never answered is counted nowhere: it had not ended.
    failed: times.length === 0 ? CONNECTIONS : result.non2xx + result.errors,
  };
}

/** Acts, `at` at once. @param act the n-th @param seconds how long */
export async function actLoad(
  act: (n: number) => Promise<Response>,
  { at, from, seconds, pid }: { at: number; from: number; seconds: number; pid: number },
): Promise<LoadFigures> {
  const times: number[] = [];
  let [next, failed] = [from, 0];
  const before = figuresOf(pid);
  const began = performance.now();
  const isOver = () => performance.now() - began > seconds * 1_000;
  const worker = async () => {
    while (!isOver()) {
      const start = performance.now();
      const answer = await act((next += 1));
      await answer.arrayBuffer();
      if (answer.status >= 400) failed += 1;
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: at }, worker));
  const elapsed = (performance.now() - began) / 1_000;
  const { cpu } = figuresOf(pid);
  return {
    times: percentiles(times),
    perSecond: times.length / elapsed,
    cpu: (cpu - before.cpu) / Math.max(1, times.length),
    failed,
  };
}

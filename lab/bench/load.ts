import { performance } from "node:perf_hooks";
import autocannon from "autocannon";
import { figuresOf } from "../lib/process-figures.ts";
import { percentiles, type Percentiles } from "../lib/percentiles.ts";

export interface LoadFigures {
  /** The response times, in ms. */
  times: Percentiles;
  perSecond: number;
  /** Processor time of the server for one request, in µs. */
  cpu: number;
  /** The number of responses without success; if no response arrived, the number of open requests. */
  failed: number;
}

const CONNECTIONS = 20;
/** How many requests of a case are prepared for each connection. */
const ADDRESSES = 1_000;

/**
 * Sends reads as fast as a server responds.
 * @param from the first number for `path`
 * @param seconds the duration
 * @param pid the id of the server's process
 * @param cookie the cookie of a person; without it, the requests are from a visitor
 */
export async function readLoad(
  origin: string,
  path: (n: number) => string,
  { from, seconds, pid, cookie }: { from: number; seconds: number; pid: number; cookie?: string | undefined },
): Promise<LoadFigures> {
  let client = 0;
  const headers = { "accept-encoding": "gzip", ...(cookie === undefined ? {} : { cookie }) };
  const requestsOf = (first: number) =>
    Array.from({ length: ADDRESSES }, (_, n) => ({
      method: "GET" as const,
      path: path(first + n),
      headers,
    }));
  const times: number[] = [];
  const before = figuresOf(pid);
  const ended = Promise.withResolvers<autocannon.Result>();
  const options = {
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    // Otherwise all connections would request the same address at the same time.
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
    // Unanswered requests are in no other count, because they have not ended.
    failed: times.length === 0 ? CONNECTIONS : result.non2xx + result.errors,
  };
}

/** Runs writes, `at` of them concurrently. @param act the n-th write @param seconds the duration */
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

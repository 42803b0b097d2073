import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryWatchdog, QUERY_TIMEOUT } from "./query-watchdog.ts";

/** Longer than the timeout and its grace, in ms. */
const LATE = QUERY_TIMEOUT + 1_000;

let begun: number;
let watch: ReturnType<typeof createQueryWatchdog>;
beforeEach(() => {
  vi.useFakeTimers();
  begun = 0;
  watch = createQueryWatchdog(() => (begun += 1));
});
afterEach(() => vi.useRealTimers());

/** Sends a query that gets its result, or an error, after a time in ms. */
async function ask(after: number, error?: Error): Promise<void> {
  const query = Promise.withResolvers<void>();
  setTimeout(() => (error ? query.reject(error) : query.resolve()), after);
  const asked = watch.watch(() => query.promise).catch(() => {});
  await vi.advanceTimersByTimeAsync(after);
  await asked;
}

test("a database is unresponsive from a query's timeout until a query has a result", async () => {
  const query = Promise.withResolvers<void>();
  const asked = watch.watch(() => query.promise);
  await vi.advanceTimersByTimeAsync(QUERY_TIMEOUT);
  expect(watch.isUnresponsive()).toBe(false);
  await vi.advanceTimersByTimeAsync(LATE - QUERY_TIMEOUT);
  expect(watch.isUnresponsive()).toBe(true);
  query.resolve();
  await asked;
  expect([watch.isUnresponsive(), begun]).toEqual([false, 1]);
});

test("a database that doesn't answer several queries is unresponsive all the time, and the watchdog reports it once", async () => {
  await ask(LATE, new Error("no answer"));
  expect(watch.isUnresponsive()).toBe(true);
  await ask(LATE, new Error("no answer"));
  expect([watch.isUnresponsive(), begun]).toEqual([true, 1]);
});

test("a database that refuses or closes a connection is not unresponsive", async () => {
  await ask(1, new Error("refused"));
  expect(begun).toBe(0);
  await ask(LATE, new Error("no answer"));
  await ask(1, new Error("refused"));
  expect(watch.isUnresponsive()).toBe(false);
});

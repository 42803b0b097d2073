import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSilenceWatch, SILENCE } from "./silence-watch.ts";

/** Longer than the silence and its grace, in ms. */
const LATE = SILENCE + 1_000;

let begun: number;
let watch: ReturnType<typeof createSilenceWatch>;
beforeEach(() => {
  vi.useFakeTimers();
  begun = 0;
  watch = createSilenceWatch(() => (begun += 1));
});
afterEach(() => vi.useRealTimers());

/** Asks a question that gets its answer, or an error, after a time in ms. */
async function ask(after: number, error?: Error): Promise<void> {
  const question = Promise.withResolvers<void>();
  setTimeout(() => (error ? question.reject(error) : question.resolve()), after);
  const asked = watch.watch(() => question.promise).catch(() => {});
  await vi.advanceTimersByTimeAsync(after);
  await asked;
}

test("a database is silent from a late answer's time until a question has an answer", async () => {
  const question = Promise.withResolvers<void>();
  const asked = watch.watch(() => question.promise);
  await vi.advanceTimersByTimeAsync(SILENCE);
  expect(watch.isSilent()).toBe(false);
  await vi.advanceTimersByTimeAsync(LATE - SILENCE);
  expect(watch.isSilent()).toBe(true);
  question.resolve();
  await asked;
  expect([watch.isSilent(), begun]).toEqual([false, 1]);
});

test("a database that doesn't answer several questions is silent all the time, and the silence begins once", async () => {
  await ask(LATE, new Error("no answer"));
  expect(watch.isSilent()).toBe(true);
  await ask(LATE, new Error("no answer"));
  expect([watch.isSilent(), begun]).toEqual([true, 1]);
});

test("a database that refuses or closes a connection is not silent", async () => {
  await ask(1, new Error("refused"));
  expect(begun).toBe(0);
  await ask(LATE, new Error("no answer"));
  await ask(1, new Error("refused"));
  expect(watch.isSilent()).toBe(false);
});

import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { countTurns, useShare } from "../../../tests/support/platform/busy.ts";
import { yieldIfLong } from "./event-loop.ts";

test("long work lets other requests have their turn after each piece that took its share", async () => {
  const { turns } = await countTurns(async () => {
    for (let piece = 0; piece < 4; piece += 1) {
      await yieldIfLong();
      useShare();
    }
  });
  expect(turns).toBeGreaterThanOrEqual(3);
});

test("two long works share one iteration of the event loop", async () => {
  await setImmediate();
  expect(yieldIfLong()).toBeUndefined();
  useShare();
  const waiting = [yieldIfLong(), yieldIfLong()];
  expect(waiting).toEqual([expect.any(Promise), expect.any(Promise)]);
  await Promise.all(waiting);
});

test("work continues at once in a new iteration of the event loop", async () => {
  await setImmediate();
  expect(yieldIfLong()).toBeUndefined();
  useShare();
  await yieldIfLong();
  expect(yieldIfLong()).toBeUndefined();
});

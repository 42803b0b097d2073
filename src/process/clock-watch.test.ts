import { expect, test } from "vitest";
import { createClockWatch } from "./clock-watch.ts";

test("a clock that was set back is noticed for a minute, and so is a start", () => {
  let [wall, monotonic] = [1_700_000_000_000, 5_000];
  const pass = (ms: number) => {
    wall += ms;
    monotonic += ms;
  };
  const wasSetBack = createClockWatch(
    () => wall,
    () => monotonic,
  );
  expect(wasSetBack()).toBe(true);
  pass(60_000);
  expect(wasSetBack()).toBe(false);
  wall += 86_400_000;
  expect(wasSetBack()).toBe(false);
  pass(60_000);
  wall -= 86_400_000;
  expect(wasSetBack()).toBe(true);
  pass(59_000);
  expect(wasSetBack()).toBe(true);
  pass(1_000);
  expect(wasSetBack()).toBe(false);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPeaks } from "./peaks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("shows a peak to every reader, for one window after its own", () => {
  let highest = 0;
  const peaks = keepPeaks(
    () => [highest],
    () => (highest = 0),
    1_000,
  );
  highest = 7;
  expect(peaks()).toEqual([7]);
  expect(peaks()).toEqual([7]);
  vi.advanceTimersByTime(1_999);
  highest = 2;
  expect(peaks()).toEqual([7]);
  vi.advanceTimersByTime(1);
  expect(peaks()).toEqual([2]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Health } from "../server/operations/index.ts";
import { createLoggedHealth, watchHealth } from "./health-log.ts";

const GOOD: Health = { isReady: true, problems: [] };
const BAD: Health = {
  isReady: false,
  problems: [{ name: "database_unreachable", isStopping: true, reason: "ECONNREFUSED" }],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("logs a problem once with its reason, and its end, although nobody asks", async () => {
  const lines: unknown[] = [];
  const log = {
    warn: (...line: unknown[]) => lines.push(line),
    info: (...line: unknown[]) => lines.push(line),
    error: (...line: unknown[]) => lines.push(line),
  };
  const schema = async () => ({ missing: [], newer: [], contracted: [] });
  let found = GOOD;
  const stop = await watchHealth(createLoggedHealth(async () => found, schema, log));
  expect(lines).toEqual([]);
  found = BAD;
  await vi.advanceTimersByTimeAsync(180_000);
  const problems = [{ name: "database_unreachable", reason: "ECONNREFUSED" }];
  expect(lines.splice(0)).toEqual([[{ problems, isReady: false }, "the server has problems"]]);
  found = GOOD;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.splice(0)).toEqual([["the server has no problems any more"]]);
  stop();
  found = BAD;
  await vi.advanceTimersByTimeAsync(180_000);
  expect(lines).toEqual([]);
});

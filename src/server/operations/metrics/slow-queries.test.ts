import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSlowQueryLog } from "./slow-queries.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function collected() {
  const lines: object[] = [];
  const omitted: number[] = [];
  const log = { slow: (facts: object) => lines.push(facts), omitted: (count: number) => omitted.push(count) };
  return { lines, omitted, log };
}

it("logs a slow query without its values, and no fast query", () => {
  const { lines, log } = collected();
  let slow = 0;
  const onQuery = createSlowQueryLog(500, log, () => (slow += 1));
  onQuery({ sql: "select 1", ms: 499.9, hasFailed: false });
  onQuery({ sql: 'select *\n  from "users" where "email" = $1', ms: 500.4, hasFailed: false });
  onQuery({ sql: "select 2", ms: 15_000, hasFailed: true });
  expect(lines).toEqual([
    { sql: 'select * from "users" where "email" = $1', ms: 500 },
    { sql: "select 2", ms: 15_000, failed: true },
  ]);
  expect(slow).toBe(2);
});

it("logs at most 60 queries in a minute, and says at its end how many it left out", () => {
  const { lines, omitted, log } = collected();
  const onQuery = createSlowQueryLog(1, log);
  for (let count = 0; count < 1_000; count += 1) onQuery({ sql: "select 1", ms: 2, hasFailed: false });
  expect(lines).toHaveLength(60);
  vi.advanceTimersByTime(60_000);
  expect(omitted).toEqual([940]);
  onQuery({ sql: "select 1", ms: 2, hasFailed: false });
  expect(lines).toHaveLength(61);
  vi.advanceTimersByTime(60_000);
  expect(omitted).toEqual([940]);
});

it("cuts a long statement", () => {
  const { lines, log } = collected();
  createSlowQueryLog(1, log)({ sql: `select ${"a, ".repeat(5_000)}`, ms: 2, hasFailed: false });
  expect(JSON.stringify(lines).length).toBeLessThan(2_100);
});

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FaultName, faultCounts, faultNames } from "./faults.ts";
import { openGaps } from "./gaps.ts";
import { tableOf, violationsOf } from "./report.ts";
import { type Counts, type FaultResult, openResults } from "./results.ts";

const result = (fault: FaultName, changed: Partial<FaultResult> = {}): FaultResult => ({
  fault,
  what: "db1",
  hitsLeader: true,
  at: "2026-11-27T04:00:00.000Z",
  writeGap: 3_000,
  readGap: 2_000,
  whole: 100,
  acknowledged: 10,
  read: 20,
  failures: {},
  lost: [],
  exposed: [],
  problems: [],
  ...changed,
});
const open = () => openResults(join(mkdtempSync(join(tmpdir(), "proshno-results-")), "results.json"));

test("a gap counts the time before the first success, between two, and after the last", () => {
  let now = 0;
  const gaps = openGaps(() => now);
  const after = (ms: number) => (now += ms);
  after(30);
  gaps.succeed();
  after(20);
  gaps.succeed();
  expect(gaps.turnOver()).toBe(30);
  after(40);
  gaps.succeed();
  after(70);
  expect(gaps.turnOver()).toBe(70);
  expect(gaps.count()).toBe(3);
});

test("an interrupted drill continues with the fault that is furthest behind", () => {
  const results = open();
  const seen = new Set<FaultName>();
  for (const _name of faultNames) {
    const next = results.next(faultCounts) as FaultName;
    seen.add(next);
    results.add(result(next));
  }
  expect([...seen].toSorted()).toEqual([...faultNames].toSorted());
});

test("a drill is complete when each fault has happened often enough", () => {
  const results = open();
  const counts = Object.fromEntries(faultNames.map((name) => [name, name === "kill-node" ? 2 : 0])) as Counts;
  results.add(result("kill-node"));
  expect(results.next(counts)).toBe("kill-node");
  results.add(result("kill-node"));
  expect(results.next(counts)).toBeUndefined();
});

test("the report names each lost write and each item that was shown, and the longest times", () => {
  const bad = result("stop-leader", { writeGap: 28_400, lost: ["Q1 is lost"], exposed: ["/x shows Q2"] });
  expect(violationsOf(bad)).toEqual([
    "2026-11-27T04:00:00.000Z stop-leader (db1): Q1 is lost",
    "2026-11-27T04:00:00.000Z stop-leader (db1): /x shows Q2",
  ]);
  const [, ...rows] = tableOf([
    bad,
    result("stop-leader", { what: "db2" }),
    result("kill-node", { what: "app2" }),
  ]);
  expect(rows).toEqual([
    ["stop-leader (db)", "2", "3.0 s", "28.4 s", "2.0 s", "2.0 s", "20", "1", "40", "1"],
    ["kill-node (app)", "1", "3.0 s", "3.0 s", "2.0 s", "2.0 s", "10", "0", "20", "0"],
  ]);
});

import { expect, test } from "vitest";
import { keptBackups } from "./retention.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1, 3);
const END = START + 365 * DAY;
const backups = (count: number, perDay = 1) =>
  Array.from({ length: count * perDay }, (_none, index) => {
    const createdAt = START + (index * DAY) / perDay;
    return { id: new Date(createdAt).toISOString(), createdAt };
  });

test("a year of daily backups leaves 7 days, 4 weeks and 6 months", () => {
  // The last one is of Thursday, the 31st of December 2026.
  const kept = [...keptBackups(backups(365), END)].map((id) => id.slice(0, 10)).sort();
  expect(kept).toEqual([
    "2026-07-31",
    "2026-08-31",
    "2026-09-30",
    "2026-10-31",
    "2026-11-30",
    "2026-12-13",
    "2026-12-20",
    "2026-12-25",
    "2026-12-26",
    "2026-12-27",
    "2026-12-28",
    "2026-12-29",
    "2026-12-30",
    "2026-12-31",
  ]);
});

test("of several backups of a day, the newest one is kept", () => {
  const kept = [...keptBackups(backups(2, 4), END)];
  expect(kept.map((id) => id.slice(0, 13)).sort()).toEqual(["2026-01-01T21", "2026-01-02T21"]);
});

test("backups of long ago are kept if there are no newer ones", () => {
  expect(keptBackups(backups(3), END).size).toBe(3);
  expect(keptBackups([], END).size).toBe(0);
});

test("if each day's backups are pruned at once, the weeks and months fill up all the same", () => {
  let left: ReturnType<typeof backups> = [];
  for (const backup of backups(365)) {
    left = [...left, backup];
    const kept = keptBackups(left, backup.createdAt);
    left = left.filter(({ id }) => kept.has(id));
  }
  expect(left).toHaveLength(14);
});

test("backups that a wrong clock dated years ahead are kept, and push out no other backup", () => {
  const ahead = backups(10).map(({ createdAt }) => ({
    id: `ahead ${createdAt}`,
    createdAt: createdAt + 4 * 365 * DAY,
  }));
  const kept = keptBackups([...backups(10), ...ahead], START + 10 * DAY);
  expect(ahead.every(({ id }) => kept.has(id))).toBe(true);
  expect([...kept].filter((id) => !id.startsWith("ahead"))).toHaveLength(
    keptBackups(backups(10), START + 10 * DAY).size,
  );
});

import { expect, inject, test } from "vitest";
import { seeded } from "../../scripts/lib/seeded.ts";
import { runMoveDrill } from "../support/process/move-drill.ts";

test("a move that is killed loses no acknowledged write, and everybody logs in on PostgreSQL", async () => {
  const { faults, accepted } = await runMoveDrill({
    items: 300,
    people: 3,
    kills: 1,
    postgresUrl: inject("postgresUrl"),
    random: seeded(1),
    log: () => {},
  });
  expect(faults).toEqual([]);
  expect(accepted).toBeGreaterThan(0);
});

import { expect, inject, test } from "vitest";
import { bothEngines } from "../support/platform/archive.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { runKills } from "../support/process/kills.ts";
import { openKillWorld } from "../support/process/kill-world.ts";

/** A small part of `npm run lab -- kills`. */
const KILLS = 4;

test.each(bothEngines)(
  "a server that is killed repeatedly loses no acknowledged write and leaves no stray files, on %s",
  async (engine) => {
    const world = await openKillWorld(engine === "postgres" ? inject("postgresUrl") : undefined);
    try {
      const seed = Date.now() % 100_000;
      const { faults, kills } = await runKills(world, KILLS, seeded(seed), () => {});
      expect({ seed, faults }).toEqual({ seed, faults: [] });
      expect(kills).toBe(KILLS);
    } finally {
      await world.close();
    }
  },
  600_000,
);

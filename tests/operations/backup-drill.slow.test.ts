import { expect, inject, test } from "vitest";
import { seeded } from "../../scripts/lib/seeded.ts";
import { runBackupDrill } from "../support/operations/backup-drill.ts";
import { bothEngines } from "../support/platform/archive.ts";

/** A small part of `npm run lab -- backup`. */
const ROUNDS = 2;

test.each(bothEngines)(
  "an archive that is lost after a backup under load comes back with all acknowledged items, on %s",
  async (engine) => {
    const seed = Date.now() % 100_000;
    const url = engine === "postgres" ? inject("postgresUrl") : undefined;
    const { faults, items } = await runBackupDrill(ROUNDS, seeded(seed), url, () => {});
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    expect(items).toBeGreaterThan(0);
  },
  600_000,
);

import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openTestArchive } from "../../tests/support/platform/archive.ts";
import { openDatabase } from "../server/platform/index.ts";
import { startSchedule } from "./schedule.ts";

const HOUR = 3_600_000;
afterEach(() => vi.useRealTimers());

test("work that can't read the pause of the archive is logged, and is done at its next time", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const archive = await openTestArchive("sqlite");
  // A closed connection fails like a lost disk.
  const lost = openDatabase({ dataFolder: archive.env.PROSHNO_DATA });
  await lost.close();
  let db = lost;
  const errors: unknown[] = [];
  const schedule = startSchedule({
    services: archive.services,
    isPaused: () => db.writePause() !== undefined,
    checksLinks: true,
    uploads: join(archive.env.PROSHNO_DATA, "uploads"),
    spool: join(archive.env.PROSHNO_DATA, "spool"),
    logError: (error) => errors.push(String(error)),
    collect: async () => [],
  });
  await vi.waitFor(() => expect(errors).toHaveLength(10));
  expect(new Set(errors)).toEqual(new Set(["Error: database is not open"]));
  const plans = archive.db.read.selectFrom("job").select("kind").where("kind", "=", "linkCheck");
  expect(await plans.execute()).toEqual([]);

  db = archive.db;
  vi.advanceTimersByTime(HOUR);
  await vi.waitFor(async () => expect(await plans.execute()).toHaveLength(1));
  await schedule.stop();
  await archive.close();
});

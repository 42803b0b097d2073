import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drainPiles, paper } from "../../tests/support/archive/pile-world.ts";
import { zipOf } from "../../tests/support/files/zip.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../../tests/support/platform/archive.ts";
import { runDying } from "../../tests/support/process/deaths.ts";
import type { User } from "../shared/people/policy.ts";
import { LEASE, pause } from "../server/platform/jobs/jobs.service.ts";
import { lanes } from "../server/platform/jobs/lanes.ts";
import { randomKey } from "../server/platform/ids.ts";

const PILES = { lanes: [lanes.piles], isShared: true };

describe.each(bothEngines)("a job that kills its process on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let pile: string;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    archive = await openTestArchive(engine, { clock: () => now });
    student = (await archive.signUp("Student")).actor;
    pile = await archive.services.piles.create(student);
    await mkdir(archive.uploads, { recursive: true });
  });
  afterEach(() => archive.close());

  async function giveZip(): Promise<void> {
    const id = randomKey();
    const bytes = await zipOf({ "a.pdf": paper("CSE 2103") });
    await writeFile(join(archive.uploads, id), bytes);
    await archive.services.piles.addZip(student, pile, { id, name: "papers.zip", size: bytes.length });
  }

  test("a ZIP kills two servers and a process of its own, is refused, and stays refused", async () => {
    await giveZip();
    const planted = { kind: "unpackZip", way: "memory", choice: PILES } as const;
    for (let deaths = 0; deaths < 2; deaths += 1) {
      expect(await runDying(archive, planted, now)).toMatchObject({ died: true });
      now += LEASE + pause(1, 1);
    }
    // The first look counts the second death, and the job waits.
    expect(await runDying(archive, planted, now)).toEqual({ died: false, log: [] });
    now += pause(1, 1);
    const { died, log } = await runDying(archive, planted, now);
    expect([died, log]).toEqual([false, [expect.objectContaining({ kind: "unpackZip", state: "refused" })]]);
    const { zips } = await archive.services.piles.get(student, pile);
    expect(zips).toMatchObject([{ state: "refused", problem: { code: "zipStopped" } }]);
    now += 30 * 3_600_000;
    await archive.services.piles.sweep(() => {});
    const left = await archive.db.read.selectFrom("job").select(["kind", "state", "deaths"]).execute();
    expect(left).toEqual([{ kind: "unpackZip", state: "dead", deaths: 3 }]);
    expect((await archive.services.piles.get(student, pile)).zips).toMatchObject([{ state: "refused" }]);
    // The next ZIP of the same person never runs in the server, and a good one arrives.
    await giveZip();
    expect(await runDying(archive, { ...planted, kind: "none" }, now)).toEqual({ died: false, log: [] });
    expect(
      (await archive.services.piles.get(student, pile)).zips.map(({ state }) => state).toSorted(),
    ).toEqual(["done", "refused"]);
    expect(await drainPiles(archive)).toEqual([]);
  });
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drainPiles, paper } from "../../../../tests/support/archive/pile-world.ts";
import { zipOf } from "../../../../tests/support/files/zip.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { randomKey } from "../../platform/ids.ts";

describe.each(engines)("ZIPs that wait for twelve hours on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let pileId: string;
  let zipId: string;
  let free: number;

  beforeEach(async () => {
    free = 1_000_000_000;
    const disk = async () => ({ free, size: 1_000_000_000 });
    archive = await openTestArchive(engine, { disk, freeSpace: 1 });
    student = (await archive.signUp("Student")).actor;
    pileId = await archive.services.piles.create(student);
    await mkdir(archive.uploads, { recursive: true });
    zipId = randomKey();
    const bytes = await zipOf({ "a.pdf": paper("CSE 2103") });
    await writeFile(join(archive.uploads, zipId), bytes);
    const zip = { id: zipId, name: "last-year.zip", size: bytes.length };
    await archive.services.piles.addZip(student, pileId, zip);
  });
  afterEach(() => archive.close());

  const unpack = (signal = new AbortController().signal) =>
    archive.services.piles.runUnpack(zipId, 1, signal);
  const pass12Hours = () =>
    archive.db.write
      .updateTable("pileZip")
      .set({ createdAt: Date.now() - 12 * 3_600_000 - 1 })
      .execute();
  const zips = async () => (await archive.services.piles.get(student, pileId)).zips;

  test("a ZIP that meets a full disk waits, and after twelve hours is refused for this reason", async () => {
    free = 0;
    await unpack();
    expect(await zips()).toMatchObject([{ state: "waiting" }]);
    await pass12Hours();
    await unpack();
    expect(await zips()).toMatchObject([{ state: "refused", problem: { code: "archiveFull" } }]);
  });

  test("a ZIP that waited for twelve hours has one last turn", async () => {
    await pass12Hours();
    await drainPiles(archive);
    expect(await zips()).toMatchObject([{ state: "done" }]);
  });

  test("a ZIP that is not done after its last turn is refused", async () => {
    await pass12Hours();
    await unpack(AbortSignal.abort());
    expect(await zips()).toMatchObject([{ state: "refused", problem: { code: "zipTime" } }]);
  });
});

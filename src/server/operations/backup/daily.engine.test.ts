import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { mailSubject } from "../../../../tests/support/platform/mail-subjects.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { openPlace } from "./open-place.ts";
import type { Place } from "./place.ts";
import { listBackups } from "./read-place.ts";
import { verifyPlace } from "./verify-place.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("the daily backup on %s", (engine) => {
  let archive: TestArchive;
  let place: Place;
  let now: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 22, 3);
    const name = join(withScratchFolder(), "place");
    archive = await openTestArchive(engine, { clock: () => now, backupPlace: name });
    place = openPlace(name, { dataFolder: archive.env.PROSHNO_DATA, bucket: undefined });
  });
  afterEach(() => archive.close());

  const make = () => archive.services.backups.make(place, { passphrase: undefined }, true);
  const mails = async () => {
    const jobs = await archive.db.read
      .selectFrom("job")
      .select("payload")
      .where("kind", "=", "mail")
      .execute();
    return jobs.map(({ payload }) => JSON.parse(payload) as { to: string; template: string });
  };

  test("is due once a day, and an hour after a failure", async () => {
    const { backups } = archive.services;
    expect(await backups.isDue()).toBe(true);
    await make();
    expect(await backups.isDue()).toBe(false);
    now += 23 * HOUR;
    expect(await backups.isDue()).toBe(false);
    now += HOUR;
    expect(await backups.isDue()).toBe(true);
    const full = { ...place, prepare: () => Promise.reject(new Error("No disk.")) };
    await expect(backups.make(full, { passphrase: undefined }, true)).rejects.toThrow("No disk.");
    expect(await backups.isDue()).toBe(false);
    now += HOUR;
    expect(await backups.isDue()).toBe(true);
  });

  test("leaves 7 daily, 4 weekly and 6 monthly backups, and only files that they name", async () => {
    for (let day = 0; day < 12; day += 1) {
      await make();
      now += DAY;
    }
    const ids = (await listBackups(place)).map((id) => id.slice(0, 8));
    // The last seven days, and the Sunday of an earlier week.
    expect(ids).toEqual([
      "20261122",
      "20261127",
      "20261128",
      "20261129",
      "20261130",
      "20261201",
      "20261202",
      "20261203",
    ]);
    expect(await readdir(join(place.name, "databases"))).toHaveLength(ids.length);
    expect((await verifyPlace(place)).faults).toEqual([]);
  });

  test("admins get one mail in two days while there is no complete backup", async () => {
    const { backups } = archive.services;
    await archive.signUp("Admin", "admin");
    await backups.remind();
    now += 2 * DAY;
    await backups.remind();
    expect(await mails()).toEqual([]);
    now += HOUR;
    await backups.remind();
    await backups.remind();
    expect(await mails()).toMatchObject([{ to: "admin@example.edu", template: "noBackup" }]);
    expect(mailSubject("noBackup")).toBe("The archive has no new backup");
    now += 2 * DAY + HOUR;
    await make();
    await backups.remind();
    expect(await mails()).toHaveLength(1);
    now += 2 * DAY + HOUR;
    await backups.remind();
    expect(await mails()).toHaveLength(2);
  });

  test("shows admins the last complete backup and the last failure", async () => {
    const { actor } = await archive.signUp("Admin", "admin");
    const { backups } = archive.services;
    expect(await backups.status(actor)).toMatchObject({ isDaily: true, isRunning: false, isLate: false });
    const { id } = await make();
    expect((await backups.status(actor)).last).toMatchObject({ id, endedAt: now, place: place.name });
    await expect(backups.status(undefined)).rejects.toMatchObject({ code: "sign_in_required" });
  });
});

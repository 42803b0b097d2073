import { existsSync } from "node:fs";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { mailSubject } from "../../../../tests/support/platform/mail-subjects.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { type Mail, renderMail } from "../../platform/index.ts";
import { writeManifest } from "./manifest.ts";
import { openPlace } from "./open-place.ts";
import type { Place } from "./place.ts";
import { listBackups, newestBackup, openManifest } from "./read-place.ts";
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
    archive = await openTestArchive(engine, {
      clock: () => now,
      backupPlace: name,
      timeZone: "Pacific/Auckland",
    });
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
    const full: Place = { ...place, prepare: () => Promise.reject(new Error("No disk.")) };
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

  test("removes old files that no backup names, and keeps young files and those of the operator", async () => {
    const old = ["a", "b"].map((letter) => `files/${letter.repeat(2)}/${letter.repeat(64)}`);
    const [unneeded = "", young = ""] = old;
    await make();
    await place.put(unneeded, Buffer.from("old"));
    await place.put(young, Buffer.from("young"));
    const foreign = join(place.name, "files", "notes.txt");
    await writeFile(foreign, "mine");
    const written = (now - 2 * DAY) / 1_000;
    await utimes(join(place.name, unneeded), written, written);
    await utimes(foreign, written, written);
    await utimes(join(place.name, young), now / 1_000, now / 1_000);
    now += HOUR;
    await make();
    expect(existsSync(join(place.name, unneeded))).toBe(false);
    expect(existsSync(join(place.name, young))).toBe(true);
    expect(existsSync(foreign)).toBe(true);
  });

  test("keeps the newest of three backups of a day", async () => {
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      made.push((await make()).id);
      now += HOUR;
    }
    expect(await listBackups(place)).toEqual([made[2]]);
  });

  test("removes nothing while a manifest is damaged", async () => {
    const { id } = await make();
    const path = join(place.name, "backups", `${id}.json`);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.slice(1));
    now += HOUR;
    expect(await make()).toMatchObject({ pruned: { removed: 0, bad: 1 } });
    expect(await readdir(join(place.name, "databases"))).toHaveLength(2);
    await writeFile(path, text);
    now += HOUR;
    expect(await make()).toMatchObject({ pruned: { removed: 2, bad: 0 } });
    expect(await readdir(join(place.name, "databases"))).toHaveLength(1);
  });

  test("removes old backups although a later version made one, as after a return from it", async () => {
    const { id } = await make();
    const manifest = await openManifest(place, id);
    const later = { ...manifest, version: "9.0.0", migrations: ["209901010000-later"] };
    await writeFile(join(place.name, "backups", `${id}.json`), writeManifest(later));
    now += HOUR;
    expect(await make()).toMatchObject({ pruned: { removed: 1, bad: 0 } });
  });

  test("is complete although the old backups can't be removed", async () => {
    await make();
    now += HOUR;
    const stuck: Place = { ...place, remove: () => Promise.reject(new Error("The disk is read-only.")) };
    const report = await archive.services.backups.make(stuck, { passphrase: undefined }, true);
    expect(report.notPruned).toBe("The disk is read-only.");
    const { actor } = await archive.signUp("Admin", "admin");
    const { last, failed } = await archive.services.backups.status(actor);
    expect(last?.id).toBe(report.id);
    expect(failed).toBeUndefined();
  });

  test("of a restored copy in the same place leaves the backups of the original archive", async () => {
    const { id } = await make();
    // A restored archive has no series of its own yet.
    await archive.db.write.deleteFrom("setting").where("name", "=", "backupSeries").execute();
    now += HOUR;
    const copy = await make();
    expect(await listBackups(place)).toEqual([id, copy.id]);
    expect((await verifyPlace(place)).faults).toEqual([]);
  });

  test("goes on after a backup that a wrong clock dated four years ahead", async () => {
    const { backups } = archive.services;
    const { actor } = await archive.signUp("Admin", "admin");
    const right = now;
    now += 4 * 365 * DAY;
    const ahead = await make();
    await backups.remind();
    now = right;
    expect(await backups.isDue()).toBe(true);
    const { id } = await make();
    expect(await backups.isDue()).toBe(false);
    expect((await backups.status(actor)).last?.id).toBe(id);
    expect(await listBackups(place)).toEqual([id, ahead.id]);
    expect(await newestBackup(place, now)).toBe(id);
    await backups.remind();
    now += 2 * DAY + HOUR;
    await backups.remind();
    expect(await mails()).toMatchObject([{ to: "admin@example.edu", template: "noBackup" }]);
  });

  test("is due although a backup was made in another place", async () => {
    const { backups } = archive.services;
    const other = openPlace(`${place.name}-other`, {
      dataFolder: archive.env.PROSHNO_DATA,
      bucket: undefined,
    });
    await backups.make(other, { passphrase: undefined }, false);
    expect(await backups.isDue()).toBe(true);
    await make();
    expect(await backups.isDue()).toBe(false);
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
    // It is already the next day in the archive's time zone.
    now = Date.UTC(2026, 11, 3, 14);
    await make();
    now += 2 * DAY + HOUR;
    await backups.remind();
    const [, late] = await mails();
    expect(renderMail("id", late as Mail, archive.origin).text).toContain("ended on 4 December 2026,");
  });

  test("shows admins and the metrics the last complete backup", async () => {
    const { actor } = await archive.signUp("Admin", "admin");
    const { backups } = archive.services;
    expect(await backups.status(actor)).toMatchObject({ isDaily: true, isRunning: false, isLate: false });
    const measured = async () =>
      (await archive.services.operations.archiveMetrics()).find(
        ({ name }) => name === "proshno_last_backup_timestamp_seconds",
      )?.rows;
    expect(await measured()).toEqual([[[], [0]]]);
    const { id } = await make();
    expect(await measured()).toEqual([[[], [now / 1_000]]]);
    expect((await backups.status(actor)).last).toMatchObject({ id, endedAt: now, place: place.name });
    await expect(backups.status(undefined)).rejects.toMatchObject({ code: "sign_in_required" });
  });
});

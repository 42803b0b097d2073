import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contentOf } from "../../../../tests/support/operations/backup-content.ts";
import {
  type BackupWorld,
  openBackupWorld,
  PASSPHRASE,
  restore,
} from "../../../../tests/support/operations/backup-world.ts";
import { flipBit, pathsIn } from "../../../../tests/support/operations/place-files.ts";
import { bothEngines } from "../../../../tests/support/platform/archive.ts";
import { newBackupId } from "./manifest.ts";
import { openPlace } from "./open-place.ts";
import type { Place } from "./place.ts";
import { listBackups, openManifest } from "./read-place.ts";
import { isRestoring } from "./restore-target.ts";
import { verifyPlace } from "./verify-place.ts";

describe.each(bothEngines)("backups on %s", (engine) => {
  let world: BackupWorld;
  beforeEach(async () => {
    world = await openBackupWorld(engine);
  });
  afterEach(() => world.close());

  const refusal = (code: string) => expect.objectContaining({ code });

  test("bring back every row, every file and the secret in an empty place", async () => {
    const sha256s = [await world.addNote(1), await world.addNote(2)];
    const { id } = await world.make(world.place, PASSPHRASE);
    const { tables } = await openManifest(world.place, id);
    // The archive is lost, and only the place is left.
    await rm(world.archive.env.PROSHNO_DATA, { recursive: true });
    const target = await world.target();
    const report = await restore(world.place, target, { passphrase: PASSPHRASE });
    expect(report).toMatchObject({ id, items: 2, people: 1, files: 2, hasSecret: true });
    const content = await contentOf(target);
    expect(content.tables).toEqual(tables);
    expect(content.files).toEqual(Object.fromEntries(sha256s.map((sha256) => [sha256, true])));
    const secret = join(target.dataFolder, "secret");
    expect(await readFile(secret, "utf8")).toBe(world.archive.env.PROSHNO_SECRET);
    expect((await stat(secret)).mode & 0o077).toBe(0);
    expect(await isRestoring(target.dataFolder)).toBe(false);
  });

  test("copy each file once, and share it between all backups of a place", async () => {
    await world.addNote(1);
    expect(await world.make()).toMatchObject({ files: 1, added: 1 });
    const shared = (await pathsIn(join(world.place.name, "files")))[0] as string;
    const { ino } = await stat(shared);
    await world.addNote(2);
    expect(await world.make()).toMatchObject({ files: 2, added: 1 });
    expect((await stat(shared)).ino).toBe(ino);
    expect(await pathsIn(join(world.place.name, "files"))).toHaveLength(2);
    expect(await verifyPlace(world.place)).toMatchObject({ backups: 2, files: 2, faults: [] });
  });

  test("are checked to the last bit: a flipped bit in any object is found", async () => {
    await world.addNote(1);
    await world.make();
    const paths = await pathsIn(world.place.name);
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const key = path.slice(world.place.name.length + 1);
      const bits = (await stat(path)).size * 8;
      for (const bit of [
        0,
        7,
        bits - 1,
        ...Array.from({ length: 10 }, () => Math.floor(Math.random() * bits)),
      ]) {
        await flipBit(path, bit);
        const { faults } = await verifyPlace(world.place);
        expect(
          faults.map((fault) => fault.key),
          `bit ${bit} of ${key}`,
        ).toContain(key);
        await flipBit(path, bit);
      }
    }
    expect((await verifyPlace(world.place)).faults).toEqual([]);
  });

  test("keep the bytes that they still have to copy, although their file is deleted meanwhile", async () => {
    const { archive, place } = world;
    const sha256 = await world.addNote(1);
    // Deletes the file after the snapshot of the database, and before the copies of the files.
    const slow: Place = {
      ...place,
      async putFile(key, path) {
        await archive.db.write.deleteFrom("resource").execute();
        await archive.db.write.deleteFrom("file").execute();
        await archive.services.files.sweep();
        await place.putFile(key, path);
      },
    };
    expect(await world.make(slow)).toMatchObject({ files: 1, missing: 0 });
    expect(await archive.fileStore.has(sha256)).toBe(true);
    const target = await world.target();
    expect(await restore(place, target)).toMatchObject({ files: 1 });
  });

  test("run one at a time, and a backup that was killed blocks the next one for two minutes only", async () => {
    const { archive, place, backups } = world;
    const met: unknown[] = [];
    const second: Place = {
      ...place,
      async putFile(key, path) {
        met.push(await world.make().catch((error: unknown) => error));
        await place.putFile(key, path);
      },
    };
    await world.make(second);
    expect(met).toEqual([refusal("running")]);
    expect(await listBackups(place)).toHaveLength(1);
    expect(await backups.isDue()).toBe(false);
    // A killed process leaves its lease.
    const until = Date.now() + 120_000;
    await archive.db.write
      .insertInto("setting")
      .values({ name: "backupLease", value: `${until} killed` })
      .execute();
    await expect(world.make()).rejects.toEqual(refusal("running"));
    const lease = archive.db.write.updateTable("setting").where("name", "=", "backupLease");
    await lease.set({ value: `${Date.now()} killed` }).execute();
    await world.make();
  });

  test("are not stopped by a lease of a killed backup whose clock was wrong", async () => {
    const { archive, backups } = world;
    const year = 365 * 86_400_000;
    const value = `${Date.now() + 4 * year} killed`;
    await archive.db.write.insertInto("setting").values({ name: "backupLease", value }).execute();
    const admin = (await archive.signUp("Admin", "admin")).actor;
    expect((await backups.status(admin)).isRunning).toBe(false);
    expect(await world.make()).toMatchObject({ missing: 0 });
  });

  test("end without a manifest if another backup took the lease from a stopped process", async () => {
    const { archive, place } = world;
    const stopped: Place = {
      ...place,
      async put(key, bytes) {
        if (key.startsWith("backups/"))
          await archive.db.write
            .updateTable("setting")
            .set({ value: `${Date.now() + 120_000} another` })
            .where("name", "=", "backupLease")
            .execute();
        await place.put(key, bytes);
      },
    };
    await expect(world.make(stopped)).rejects.toEqual(refusal("leaseLost"));
    expect(await pathsIn(place.name)).toEqual([]);
    const lease = archive.db.read.selectFrom("setting").select("value").where("name", "=", "backupLease");
    expect((await lease.executeTakeFirstOrThrow()).value).toContain("another");
  });

  test("never touch files of the operator, and refuse a folder that is used for something else", async () => {
    const { place, folder } = world;
    const home = openPlace(folder, { dataFolder: world.archive.env.PROSHNO_DATA, bucket: undefined });
    await mkdir(join(folder, "work"));
    await writeFile(join(folder, "work", "thesis.txt"), "mine");
    await expect(world.make(home)).rejects.toEqual(refusal("placeUsed"));

    await world.make();
    const own = ["work/thesis.txt", "files/notes.txt", "databases/old.dump", "backups/list.part"];
    for (const path of own) {
      await mkdir(join(place.name, path, ".."), { recursive: true });
      await writeFile(join(place.name, path), "mine");
      await utimes(join(place.name, path), 0, 0);
    }
    await world.backups.make(place, { passphrase: undefined }, true);
    for (const path of own) expect(existsSync(join(place.name, path)), path).toBe(true);
    expect((await verifyPlace(place)).faults).toEqual([]);
  });

  test("fail if the place of the last backup is empty, as if its disk were not mounted", async () => {
    const { place } = world;
    await world.make();
    await rm(place.name, { recursive: true });
    await expect(world.make()).rejects.toEqual(refusal("placeEmpty"));
    expect(await listBackups(place)).toEqual([]);
    const other = openPlace(`${place.name}-2`, {
      dataFolder: world.archive.env.PROSHNO_DATA,
      bucket: undefined,
    });
    await world.make(other);
  });

  test("of two archives in one place don't remove each other's unfinished work", async () => {
    const { place } = world;
    await world.addNote(1);
    const other = await openBackupWorld(engine);
    try {
      const met: string[] = [];
      const shared: Place = {
        ...place,
        async putFile(key, path) {
          met.push((await other.make(place)).id);
          await place.putFile(key, path);
        },
      };
      const { id } = await world.make(shared);
      expect(await listBackups(place)).toEqual([...met, id].sort());
      expect((await verifyPlace(place)).faults).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test("remove the unfinished work of killed backups: their own at once, that of others after a day", async () => {
    const { place } = world;
    const { id } = await world.make();
    const { series } = await openManifest(place, id);
    const [fresh, old] = [newBackupId(Date.now()), newBackupId(Date.now() - 2 * 86_400_000)];
    const other = "0".repeat(32);
    const folders = [join(series, fresh), join(other, fresh), join(other, old), fresh, old];
    for (const folder of folders) await mkdir(join(place.name, "work", folder), { recursive: true });
    await world.make();
    const left = folders.filter((folder) => existsSync(join(place.name, "work", folder)));
    expect(left).toEqual([join(other, fresh), fresh]);
  });

  test("are not complete if another archive removes a file of the place while the manifest is written", async () => {
    const { place } = world;
    await world.addNote(1);
    const shared: Place = {
      ...place,
      async put(key, bytes) {
        if (key.startsWith("backups/"))
          for (const path of await pathsIn(join(place.name, "files"))) await rm(path);
        await place.put(key, bytes);
      },
    };
    await expect(world.make(shared)).rejects.toEqual(refusal("placeFailed"));
    expect(await listBackups(place)).toEqual([]);
  });

  test("fail with a sentence if all files of the archive are missing, as if their disk were not mounted", async () => {
    await world.addNote(1);
    await rm(join(world.archive.env.PROSHNO_DATA, "files"), { recursive: true });
    await expect(world.make()).rejects.toEqual(refusal("filesFailed"));
    expect(await listBackups(world.place)).toEqual([]);
  });

  test("that are interrupted leave the last good backup as it was", async () => {
    const { place } = world;
    await world.addNote(1);
    const { id } = await world.make();
    await world.addNote(2);
    const full: Place = {
      ...place,
      put: async () => {
        throw Object.assign(new Error("write"), { code: "ENOSPC" });
      },
    };
    await expect(world.make(full)).rejects.toEqual(refusal("placeFull"));
    expect(await listBackups(place)).toEqual([id]);
    expect((await verifyPlace(place)).faults).toEqual([]);
    expect(await pathsIn(join(place.name, "work"))).toEqual([]);
    expect(await restore(place, await world.target())).toMatchObject({ id, files: 1 });
    const admin = (await world.archive.signUp("Admin", "admin")).actor;
    const { last, failed } = await world.backups.status(admin);
    expect(last?.id).toBe(id);
    expect(failed?.problem).toContain("The disk is full");
  });

  test("say which files were missing or damaged in the archive", async () => {
    const { archive } = world;
    const [missing, damaged] = [await world.addNote(1), await world.addNote(2)];
    await world.addNote(3);
    const path = (sha256: string) => join(archive.env.PROSHNO_DATA, "files", sha256.slice(0, 2), sha256);
    await rm(path(missing));
    await flipBit(path(damaged), 50);
    const { bad, files, database } = await world.backups.verify();
    expect(files).toBe(3);
    expect(database).toEqual([]);
    expect(Object.fromEntries(bad.map((file) => [file.sha256, file.fault]))).toEqual({
      [missing]: "missing",
      [damaged]: "damaged",
    });
    expect(bad.every(({ titles }) => titles.length === 1)).toBe(true);
    const report = await world.make();
    expect(report).toMatchObject({ files: 1, missing: 2 });
    expect(await restore(world.place, await world.target())).toMatchObject({ files: 1, missing: 2 });
  });
});

import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type BackupWorld,
  flipBit,
  openBackupWorld,
  pathsIn,
  restore,
} from "../../../../tests/support/operations/backup-world.ts";
import { contentOf } from "../../../../tests/support/operations/backup-content.ts";
import { engines } from "../../../../tests/support/platform/archive.ts";
import { FORMAT, writeManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { listBackups, openManifest } from "./read-place.ts";
import { isRestoring } from "./restore.ts";
import { verifyPlace } from "./verify-place.ts";

describe.each(engines)("backups on %s", (engine) => {
  let world: BackupWorld;
  beforeEach(async () => {
    world = await openBackupWorld(engine);
  });
  afterEach(() => world.close());

  const manifestPath = (id: string) => join(world.place.name, "backups", `${id}.json`);
  const refusal = (code: string) => expect.objectContaining({ code });

  test("bring back every row, every file and the secret in an empty place", async () => {
    const sha256s = [await world.addNote(1), await world.addNote(2)];
    const { id } = await world.make();
    const { tables } = await openManifest(world.place, id);
    // The archive is lost, and only the place is left.
    await rm(world.archive.env.PROSHNO_DATA, { recursive: true });
    const target = await world.target();
    const report = await restore(world.place, target);
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

  test("refuse to restore damaged content, and leave the target without an archive", async () => {
    const sha256 = await world.addNote(1);
    const { id } = await world.make();
    const target = await world.target();
    const file = join(world.place.name, "files", sha256.slice(0, 2), sha256);
    await flipBit(file, 100);
    await expect(restore(world.place, target)).rejects.toEqual(refusal("damagedFiles"));
    expect(existsSync(join(target.dataFolder, "files"))).toBe(false);
    const left = await restore(world.place, target, { skipDamaged: true });
    expect(left).toMatchObject({ files: 0, skipped: 1 });
    await flipBit(file, 100);

    const other = await world.target();
    const { database } = await openManifest(world.place, id);
    await flipBit(join(world.place.name, "databases", database.name), 5_000);
    await expect(restore(world.place, other)).rejects.toEqual(refusal("damagedDatabase"));
    await rm(join(world.place.name, "databases", database.name));
    await expect(restore(world.place, other)).rejects.toEqual(refusal("missingDatabase"));
  });

  test("keep the bytes that they still have to copy, although their file is deleted meanwhile", async () => {
    const { archive, place, actor } = world;
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
    expect(actor.email).toBe("student@example.edu");
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
    await archive.db.write
      .updateTable("setting")
      .set({ value: `${Date.now()} killed` })
      .execute();
    await world.make();
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

  test("of a newer version or with an edited manifest are refused with a sentence", async () => {
    const { place } = world;
    const { id } = await world.make();
    const manifest = await openManifest(place, id);
    const target = await world.target();
    const refuses = async (text: string, code: string) => {
      await writeFile(manifestPath(id), text);
      await expect(restore(place, target)).rejects.toEqual(refusal(code));
      expect(existsSync(target.dataFolder)).toBe(false);
    };
    const text = writeManifest(manifest);
    await refuses(text.replace(`"rows":`, `"rows": `), "damagedManifest");
    await refuses(text.replace(/"rows":\d+/, `"rows":7`), "damagedManifest");
    await refuses("", "damagedManifest");
    await refuses(writeManifest({ ...manifest, format: (FORMAT + 1) as typeof FORMAT }), "newer");
    await refuses(writeManifest({ ...manifest, migrations: ["209901010000-later"] }), "newer");
    await writeFile(manifestPath(id), text);
    await restore(place, target);
  });

  test("are restored only with the right passphrase, or without the secret", async () => {
    await world.make();
    const target = await world.target();
    const wrong = restore(world.place, target, { passphrase: "another passphrase" });
    await expect(wrong).rejects.toEqual(refusal("wrongPassphrase"));
    const other = restore(world.place, { ...target, secret: "s".repeat(40) } as never);
    await expect(other).rejects.toEqual(refusal("otherSecret"));
    expect(existsSync(target.dataFolder)).toBe(false);
    const report = await restore(world.place, target, { passphrase: undefined });
    expect(report.hasSecret).toBe(false);
    expect(existsSync(join(target.dataFolder, "secret"))).toBe(false);
  });

  test("are never restored over an archive", async () => {
    await world.make();
    const used = await world.target();
    await mkdir(used.dataFolder);
    await writeFile(join(used.dataFolder, "notes.txt"), "mine");
    await expect(restore(world.place, used)).rejects.toEqual(refusal("folderUsed"));
    expect(await pathsIn(used.dataFolder)).toHaveLength(1);
    const { databaseUrl } = await world.target();
    const engineOfOther = engine === "postgres" ? undefined : "postgres://127.0.0.1/none";
    const mixed = restore(world.place, { ...used, databaseUrl: engineOfOther });
    await expect(mixed).rejects.toEqual(refusal(engine === "postgres" ? "needsPostgres" : "needsSqlite"));
    if (engine === "sqlite") return;
    const live = { dataFolder: join(world.folder, "new"), databaseUrl: world.archive.env.DATABASE_URL };
    await expect(restore(world.place, { ...used, ...live })).rejects.toEqual(refusal("databaseUsed"));
    expect(databaseUrl).toBeDefined();
  });

  test("can be restored again after the restore was interrupted", async () => {
    const { place } = world;
    await world.addNote(1);
    await world.addNote(2);
    const { id } = await world.make();
    const target = await world.target();
    let reads = 0;
    const broken: Place = {
      ...place,
      async read(key) {
        reads += 1;
        if (reads > 3) throw new Error("The power failed.");
        return place.read(key);
      },
    };
    await expect(restore(broken, target)).rejects.toThrow("The power failed.");
    expect(await isRestoring(target.dataFolder)).toBe(true);
    expect(await restore(place, target)).toMatchObject({ id, files: 2 });
    expect(await isRestoring(target.dataFolder)).toBe(false);
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

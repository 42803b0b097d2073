import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contentOf } from "../../../../tests/support/operations/backup-content.ts";
import {
  type BackupWorld,
  openBackupWorld,
  PASSPHRASE,
  restore,
} from "../../../../tests/support/operations/backup-world.ts";
import { flipBit, pathsIn } from "../../../../tests/support/operations/place-files.ts";
import { bothEngines } from "../../../../tests/support/platform/archive.ts";
import { FORMAT, writeManifest } from "./manifest.ts";
import { type FileStore, sha256Of } from "../../files/index.ts";
import type { Place } from "./place.ts";
import { openSecret } from "./sealed-secret.ts";
import { openManifest } from "./read-place.ts";
import { isEmpty, isRestoring } from "./restore-target.ts";

/** The migrations of a later version. */
const LATER = ["209901010000-later"];

describe.each(bothEngines)("restores of backups on %s", (engine) => {
  let world: BackupWorld;
  beforeEach(async () => {
    world = await openBackupWorld(engine);
  });
  afterEach(() => world.close());

  const manifestPath = (id: string) => join(world.place.name, "backups", `${id}.json`);
  const refusal = (code: string) => expect.objectContaining({ code });

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

  test("of a newer version or with an edited manifest are refused with a sentence", async () => {
    const { place } = world;
    const { id } = await world.make(place, PASSPHRASE);
    const manifest = await openManifest(place, id);
    const opened = manifest.secret && (await openSecret(manifest.secret, PASSPHRASE));
    const target = await world.target();
    const refuses = async (text: string, code: string) => {
      await writeFile(manifestPath(id), text);
      const restored = restore(place, target, { passphrase: PASSPHRASE });
      await expect(restored).rejects.toEqual(refusal(code));
      expect(existsSync(target.dataFolder)).toBe(false);
    };
    const text = writeManifest(manifest, opened?.macKey);
    await refuses(text.replace(`"rows":`, `"rows": `), "damagedManifest");
    await refuses(text.replace(/"rows":\d+/, `"rows":7`), "damagedManifest");
    await refuses("", "damagedManifest");
    await refuses(writeManifest({ ...manifest, format: (FORMAT + 1) as typeof FORMAT }), "newer");
    await refuses(
      writeManifest({ ...manifest, migrations: LATER, version: "9.0.0" }, opened?.macKey),
      "newer",
    );
    await writeFile(manifestPath(id), text);
    await restore(place, target, { passphrase: PASSPHRASE });
  });

  test("of this version bring back an archive on the schema of a later version, as after a return from it", async () => {
    const { place, archive, backups } = world;
    await world.addNote(1);
    const [name] = LATER;
    await archive.db.write
      .insertInto("kysely_migration" as never)
      .values({ name, timestamp: "" } as never)
      .execute();
    const { id, pruned } = await backups.make(place, { passphrase: undefined }, true);
    expect(pruned).toEqual({ removed: 0, bad: 0 });
    expect((await openManifest(place, id)).migrations).toContain(name);
    const target = await world.target();
    expect(await restore(place, target)).toMatchObject({ items: 1, files: 1 });
    const { tables } = await openManifest(place, id);
    expect((await contentOf(target)).tables).toEqual(tables);
  });

  test("are restored only with the right passphrase, or without the secret", async () => {
    await world.make(world.place, PASSPHRASE);
    const target = await world.target();
    const wrong = restore(world.place, target, { passphrase: "another passphrase" });
    await expect(wrong).rejects.toEqual(refusal("wrongPassphrase"));
    const running = { ...target, secret: "s".repeat(40) } as never;
    const other = restore(world.place, running, { passphrase: PASSPHRASE });
    await expect(other).rejects.toEqual(refusal("otherSecret"));
    expect(existsSync(target.dataFolder)).toBe(false);
    const report = await restore(world.place, target);
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
    const engineOfOther = engine === "postgres" ? undefined : "postgres://127.0.0.1/none";
    const mixed = restore(world.place, { ...used, databaseUrl: engineOfOther });
    await expect(mixed).rejects.toEqual(refusal(engine === "postgres" ? "needsPostgres" : "needsSqlite"));
    if (engine === "sqlite") return;
    const live = { dataFolder: join(world.folder, "new"), databaseUrl: world.archive.env.DATABASE_URL };
    await expect(restore(world.place, { ...used, ...live })).rejects.toEqual(refusal("databaseUsed"));
  });

  test("are restored into the home folder of the server's user, and an unused secret is kept", async () => {
    await world.addNote(1);
    await world.make(world.place, PASSPHRASE);
    const target = await world.target();
    await mkdir(join(target.dataFolder, "compiled"), { recursive: true });
    for (const [name, text] of [
      [".profile", "mine"],
      ["secret", "made by a command"],
    ] as const)
      await writeFile(join(target.dataFolder, name), text);
    const options = { passphrase: PASSPHRASE };
    expect(await restore(world.place, target, options)).toMatchObject({ files: 1, hasSecret: true });
    const text = (name: string) => readFile(join(target.dataFolder, name), "utf8");
    expect(await text("secret")).toBe(world.archive.env.PROSHNO_SECRET);
    expect(await text("secret.replaced")).toBe("made by a command");
    expect(await text(".profile")).toBe("mine");
  });

  test("are restored by one process at a time", async () => {
    const { place } = world;
    await world.make();
    const target = await world.target();
    const met: unknown[] = [];
    const slow: Place = {
      ...place,
      async read(key, maxBytes) {
        if (key.startsWith("databases/"))
          met.push(await restore(place, target).catch((error: unknown) => error));
        return place.read(key, maxBytes);
      },
    };
    await restore(slow, target);
    expect(met).toEqual([refusal("restoreRunning")]);
    expect(existsSync(join(target.dataFolder, "restoring"))).toBe(false);
  });

  test("say that the bucket for the restored files is wrong", async () => {
    await world.make();
    const target = await world.target();
    const bucket = { check: () => Promise.reject(new Error("no such bucket")) } as unknown as FileStore;
    await expect(restore(world.place, { ...target, bucket } as never)).rejects.toEqual(
      refusal("targetBucket"),
    );
    expect(existsSync(target.dataFolder)).toBe(false);
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
      async read(key, maxBytes) {
        reads += 1;
        if (reads > 3) throw new Error("The power failed.");
        return place.read(key, maxBytes);
      },
    };
    await expect(restore(broken, target)).rejects.toThrow("The power failed.");
    expect(await isRestoring(target.dataFolder)).toBe(true);
    expect(await restore(place, target)).toMatchObject({ id, files: 2 });
    expect(await isRestoring(target.dataFolder)).toBe(false);
  });
});

test("a restore says that the disk of the PostgreSQL server is full", async () => {
  const world = await openBackupWorld("postgres");
  try {
    await world.make();
    const target = await world.target();
    // A program in place of pg_restore, because the disk of the test's server can't be filled.
    const program = join(world.folder, "pg_restore");
    await writeFile(
      program,
      "#!/bin/sh\necho 'ERROR:  could not extend file: No space left on device' >&2\nexit 1\n",
    );
    await chmod(program, 0o700);
    vi.stubEnv("PATH", world.folder);
    await expect(restore(world.place, target)).rejects.toThrow(/The disk is full: the PostgreSQL server\./);
    vi.unstubAllEnvs();
    expect(await restore(world.place, target)).toMatchObject({ people: 1 });
  } finally {
    vi.unstubAllEnvs();
    await world.close();
  }
});

test("a restore says in one sentence that a dump with the right SHA-256 is no dump, and leaves the database empty", async () => {
  const world = await openBackupWorld("postgres");
  try {
    await world.backups.make(world.place, { passphrase: undefined }, false);
    const [path = "", dump = ""] = await pathsIn(world.place.name);
    const id = path.slice(-"20261122T201500Z-0123ab.json".length, -".json".length);
    const manifest = await openManifest(world.place, id);
    const target = await world.target();
    for (const text of ["select 1;", "", "PGDMP", "x".repeat(100_000)]) {
      await writeFile(dump, text);
      const database = { ...manifest.database, bytes: text.length, sha256: sha256Of(Buffer.from(text)) };
      await writeFile(path, writeManifest({ ...manifest, database }));
      const restored = restore(world.place, target);
      await expect(restored, text.slice(0, 10)).rejects.toMatchObject({ code: "programFailed" });
      expect(await isEmpty(target.databaseUrl as string)).toBe(true);
    }
  } finally {
    await world.close();
  }
});

import { hash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type BackupCommand,
  emptyArchiveEnv,
  runBackupCommand,
} from "../../tests/support/operations/backup-command.ts";
import {
  type BackupWorld,
  openBackupWorld,
  PASSPHRASE,
} from "../../tests/support/operations/backup-world.ts";
import { flipBit, pathsIn } from "../../tests/support/operations/place-files.ts";
import { insertFile, insertItem } from "../../tests/support/archive/factories.ts";
import type { Outcome } from "../../tests/support/process/command.ts";
import { engines } from "../../tests/support/platform/archive.ts";
import { type Manifest, writeManifest } from "../server/operations/backup/manifest.ts";
import { enBackup as words } from "../shared/messages/en-backup.ts";

describe.each(engines)("the commands of backups on %s", (engine) => {
  let world: BackupWorld;
  beforeEach(async () => {
    world = await openBackupWorld(engine);
    await world.addNote(1);
  });
  afterEach(() => world.close());

  const run = (name: BackupCommand, args: string[], env: Record<string, string> = {}, by: string[] = []) =>
    runBackupCommand(world, name, args, env, by);
  const elsewhere = () => emptyArchiveEnv(world);

  test("say in one sentence what is wrong", async () => {
    const place = world.place.name;
    const says = async (outcome: Promise<Outcome>, code: number, text: string) =>
      expect(await outcome).toMatchObject({ code, err: expect.stringContaining(text) });
    const { problems } = words;
    await says(run("backup", []), 2, "Name the place of the backup");
    await says(run("restore", []), 2, "Name one place with backups.");
    await says(run("backup", ["s3://"]), 1, problems.placeName);
    await says(run("backup", ["s3://bucket"]), 1, problems.bucketSettings);
    const { PROSHNO_DATA: data } = world.archive.env;
    await says(run("backup", [join(data, "own")]), 1, problems.insideData(join(data, "own")));
    const unmounted = join(world.folder, "no", "disk");
    await says(run("backup", [unmounted]), 1, problems.noParent(join(world.folder, "no")));
    const file = join(world.folder, "file");
    await writeFile(file, "");
    await says(run("backup", [file]), 1, problems.notFolder(file));
    const target = await elsewhere();
    await says(run("restore", [world.folder], target), 1, problems.noBackup(world.folder));
    await run("backup", [place]);
    await says(run("restore", [place]), 1, `The data folder ${data} is not empty`);
    const wrong = { ...target, PROSHNO_BACKUP_PASSPHRASE: "some other words" };
    await says(run("restore", [place], wrong), 1, "is not the passphrase of the backup");
    const none = { ...target, PROSHNO_BACKUP_PASSPHRASE: "" };
    const { out } = await run("restore", [place], none);
    expect(out).toContain(words.withoutSecret);
  });

  test("name a damaged file, and end with 1", async () => {
    const place = world.place.name;
    await run("backup", [place]);
    const [, , file = ""] = await pathsIn(place);
    await flipBit(file, 9);
    const key = file.slice(place.length + 1);
    expect(await run("verify", [place])).toMatchObject({
      code: 1,
      out: `${words.found.damaged(key)}\n${words.bad(1)}\n`,
    });
  });

  test("end with 3 if the backup is complete, but a file of the archive is missing", async () => {
    const missing = await world.addNote(2);
    await rm(join(world.archive.env.PROSHNO_DATA, "files", missing.slice(0, 2), missing));
    expect(await run("backup", [world.place.name])).toMatchObject({
      code: 3,
      out: expect.stringContaining("the database and 1 file"),
      err: expect.stringContaining(words.missing(1)),
    });
    expect(await run("verify", [world.place.name])).toMatchObject({ code: 0 });
  });

  test("leave the archive and the last backup as they are if the disk is full", async () => {
    const place = world.place.name;
    await run("backup", [place]);
    // setrlimit(2): no file of the command can have more than this number of bytes. On SQLite that is a file of
    // the archive, because the command also writes to its database; on PostgreSQL, it is the dump.
    const fileKey = await insertFile(world.archive, randomBytes(5_000_000));
    await insertItem(world.archive, "note", { fileKey });
    const limit = engine === "sqlite" ? 4_000_000 : 20_000;
    const full = await run("backup", [place], {}, ["prlimit", `--fsize=${limit}`]);
    expect(full).toMatchObject({ code: 1, err: expect.stringContaining("The disk is full") });
    expect(await pathsIn(join(place, "work"))).toEqual([]);
    expect(await run("verify", [place])).toMatchObject({ code: 0, out: `${words.placeGood(1, 1)}\n` });
    expect(await run("verify", [])).toMatchObject({ code: 0 });
  });

  test("never create or migrate an archive if the settings of the server are missing", async () => {
    const place = world.place.name;
    await run("backup", [place]);
    const target = await elsewhere();
    const wrong = { ...target, PROSHNO_SECRET: world.archive.env.PROSHNO_SECRET };
    const empty = await run("backup", [place, "--prune"], wrong);
    expect(empty).toMatchObject({ code: 1, err: expect.stringContaining("There is no archive in ") });
    expect(existsSync(target.PROSHNO_DATA)).toBe(false);
    expect(await run("verify", [], wrong)).toMatchObject({ code: 1 });
    // The right database with another data folder would save a wrong secret.
    const withoutSecret = { PROSHNO_SECRET: "" };
    const unfit = await run("backup", [place], withoutSecret);
    expect(unfit).toMatchObject({
      code: 1,
      err: words.problems.noArchive(world.archive.env.PROSHNO_DATA) + "\n",
    });
    expect(await run("verify", [place])).toMatchObject({ code: 0, out: `${words.placeGood(1, 1)}\n` });
  });
});

test("a restore into a database that doesn't exist says so in one sentence", async () => {
  const world = await openBackupWorld("postgres");
  try {
    await world.make(world.place, PASSPHRASE);
    const { dataFolder, databaseUrl = "" } = await world.target();
    const missing = new URL(databaseUrl);
    missing.pathname = "/missing";
    const variables = { PROSHNO_DATA: dataFolder, DATABASE_URL: missing.href, PROSHNO_SECRET: "" };
    expect(await runBackupCommand(world, "restore", [world.place.name], variables)).toEqual({
      code: 1,
      out: "",
      err: 'DATABASE_URL can\'t be used: database "missing" does not exist. Check the address, create the database, and make its user the owner of the database.\n',
    });
    expect(existsSync(dataFolder)).toBe(false);
  } finally {
    await world.close();
  }
});

test("a hostile place takes little memory of a command, which says one sentence and ends with 1", async () => {
  const world = await openBackupWorld("sqlite");
  try {
    await world.addNote(1);
    await world.backups.make(world.place, { passphrase: undefined }, false);
    const [manifest = "", database = "", file = ""] = await pathsIn(world.place.name);
    const [text, good] = [await readFile(manifest, "utf8"), await readFile(database)];
    const { sha256: _sum, ...content } = JSON.parse(text) as Manifest & { sha256: string };
    const bomb = zstdCompressSync(Buffer.alloc(400_000_000));
    const named = { bytes: bomb.length, sha256: hash("sha256", bomb), unpacked: 10_000_000 };
    const peak = join(world.folder, "peak.mjs");
    // Not `resourceUsage().maxRSS`: Linux starts it with the memory of the process that started the command.
    await writeFile(
      peak,
      `import { readFileSync } from "node:fs";
      process.on("exit", () => console.error("peak", /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]));`,
    );
    const hostile = {
      // Its SHA-256 is right, so only a restore, which unpacks it, can see what it is.
      "a database that unpacks to more": async () => {
        await writeFile(database, bomb);
        const renamed = { ...content.database, ...named };
        await writeFile(manifest, writeManifest({ ...content, database: renamed }));
      },
      "a manifest without an end": () => truncate(manifest, 3_000_000_000),
      "a manifest of empty objects": () =>
        writeFile(manifest, `${text.split('"files":[')[0]}"files":[${"{},".repeat(10_000_000)}`),
      "a file of three gigabytes": () => truncate(file, 3_000_000_000),
    };
    // The operator has a passphrase, but nothing of this backup is protected by it.
    const { dataFolder: first } = await world.target();
    const restoreWith = (...args: string[]) =>
      runBackupCommand(world, "restore", [world.place.name, ...args], {
        PROSHNO_DATA: first,
        PROSHNO_SECRET: "",
      });
    const refused = { code: 1, err: expect.stringContaining("add --unprotected") };
    expect(await restoreWith()).toMatchObject(refused);
    expect(existsSync(first)).toBe(false);
    const accepted = { code: 0, err: expect.stringContaining(words.unproven.unprotected) };
    expect(await restoreWith("--unprotected")).toMatchObject(accepted);

    for (const [title, make] of Object.entries(hostile)) {
      await writeFile(manifest, text);
      await writeFile(database, good);
      await make();
      const { dataFolder } = await world.target();
      const variables = {
        PROSHNO_DATA: dataFolder,
        PROSHNO_SECRET: "",
        PROSHNO_BACKUP_PASSPHRASE: "",
        NODE_OPTIONS: `--import=${peak}`,
      };
      for (const name of ["restore", "verify"] as const) {
        const { code, out, err } = await runBackupCommand(world, name, [world.place.name], variables);
        const [, most] = /^peak (\d+)$/m.exec(err) ?? [];
        expect(Number(most), `${name} of ${title}, in kB`).toBeLessThan(300_000);
        expect(out + err, title).not.toContain("    at ");
        expect(code, title).toBe(name === "verify" && title.startsWith("a database") ? 0 : 1);
      }
      expect(existsSync(join(dataFolder, "proshno.sqlite")), title).toBe(false);
    }
  } finally {
    await world.close();
  }
});

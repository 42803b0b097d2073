import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type BackupCommand,
  emptyArchiveEnv,
  runBackupCommand,
} from "../../tests/support/operations/backup-command.ts";
import { type BackupWorld, openBackupWorld } from "../../tests/support/operations/backup-world.ts";
import { engines } from "../../tests/support/platform/archive.ts";
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

  test("save, check, list and restore an archive", async () => {
    const place = world.place.name;
    expect(await run("backup", [place])).toMatchObject({
      code: 0,
      out: expect.stringContaining("the database and 1 file, of which 1 is new"),
    });
    expect(await run("backup", [], { PROSHNO_BACKUP: place })).toMatchObject({
      code: 0,
      out: expect.stringContaining("the database and 1 file, of which 0 are new"),
    });
    expect(await run("verify", [])).toEqual({ code: 0, out: `${words.allGood(1)}\n`, err: "" });
    expect(await run("verify", [place])).toMatchObject({ code: 0, out: `${words.placeGood(2, 1)}\n` });
    const target = await elsewhere();
    const listed = await run("restore", [place, "--list"], target);
    expect(listed.out.trim().split("\n")).toHaveLength(2);
    expect(existsSync(target.PROSHNO_DATA)).toBe(false);
    const [oldest = ""] = listed.out.trim().split("\n").at(-1)?.split(" ") ?? [];
    const restored = await run("restore", [place, "--id", oldest], target);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toContain(words.restored(oldest, { items: 1, people: 1, files: 1 }));
    // The restored archive is whole, with its own secret.
    expect(await run("verify", [], target)).toMatchObject({ code: 0 });
  });

  test("refuse to open an archive whose restore was interrupted", async () => {
    const target = await elsewhere();
    await mkdir(join(target.PROSHNO_DATA, "restoring"), { recursive: true });
    const outcome = await run("verify", [], target);
    expect(outcome.code).toBe(1);
    expect(outcome.err).toContain(words.problems.interrupted(target.PROSHNO_DATA));
  });
});

import { execFile } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeDataFolder } from "../../src/process/private-files.ts";
import { startServer } from "../support/process/server.ts";

const root = join(import.meta.dirname, "../..");
let parent: string;
let data: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "proshno-private-"));
  data = join(parent, "data");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

/** The data folder and everything in it, except links. */
function entries(): string[] {
  const names = ["", ...(readdirSync(data, { recursive: true }) as string[])];
  return names.filter((name) => !lstatSync(join(data, name)).isSymbolicLink());
}

/** The entries on which other users of the machine have rights. */
const openToOthers = () => entries().filter((name) => (modeOf(join(data, name)) & 0o077) !== 0);

function openToAll(): void {
  for (const name of entries()) chmodSync(join(data, name), modeOf(join(data, name)) | 0o055);
}

/** Makes a data folder like that of an older version, which set no umask. */
function plantOpenFolder(): void {
  for (const folder of ["files/ab", "pages/ab/abcd", "uploads", "languages"])
    mkdirSync(join(data, folder), { recursive: true });
  for (const file of [
    "secret",
    "proshno.sqlite-wal",
    "files/ab/abcd",
    "pages/ab/abcd/1-480.webp",
    "uploads/x",
  ])
    writeFileSync(join(data, file), "content");
  symlinkSync("/etc/hostname", join(data, "languages/eng"));
  openToAll();
}

describe("the data folder", () => {
  test("the server and its commands keep the data folder closed to other users with every umask", async () => {
    const start = `umask 000; exec "$0" "$@"`;
    const env = { ...process.env, PROSHNO_DATA: data, DATABASE_URL: "", PROSHNO_LOG: "silent" };
    const run = (...args: string[]) =>
      promisify(execFile)("sh", ["-c", start, process.execPath, ...args], { cwd: root, env });
    const csv = join(parent, "items.csv");
    await run("src/cli/sample.ts", "add");
    expect(openToOthers()).toEqual([]);
    await run("src/cli/export.ts", csv);
    await run("src/cli/import.ts", csv, "--as", "sample.admin@example.edu").catch(() => {});
    const server = await startServer({ PROSHNO_DATA: data, PROSHNO_OCR: "1", PROSHNO_WORKERS: "2" }, root, [
      "sh",
      "-c",
      start,
    ]);
    const images = await fetch(`${server.origin}/allQuestions`).then((answer) => answer.text());
    const [, image] = /src="(\/files\/[^"]+)"/.exec(images) ?? [];
    expect((await fetch(server.origin + image)).status).toBe(200);
    await server.stop();
    expect(readdirSync(data)).toEqual(expect.arrayContaining(["files", "pages", "proshno.sqlite", "secret"]));
    expect(openToOthers()).toEqual([]);
    expect(server.lines.filter((line) => line.includes("closed"))).toEqual([]);
  });

  test("the server closes an open data folder when it starts, and says so in one line", async () => {
    mkdirSync(data);
    const first = await startServer({ PROSHNO_DATA: data });
    await first.stop();
    openToAll();
    const count = openToOthers().length;
    expect(count).toBeGreaterThan(20);
    const second = await startServer({ PROSHNO_DATA: data });
    await second.stop();
    expect(openToOthers()).toEqual([]);
    const summary = second.lines.filter((line) => line.includes("other users"));
    // The count is one less, because the server closes the secret file when it reads the secret.
    expect(summary).toEqual([`${data}: closed ${count - 1} entries to other users of this machine`]);
  });
});

describe("the function that closes the data folder", () => {
  test("removes the rights of other users, keeps the owner's rights, and follows no link", () => {
    mkdirSync(data);
    plantOpenFolder();
    chmodSync(join(data, "files/ab/abcd"), 0o444);
    const linked = lstatSync("/etc/hostname").mode;
    expect(closeDataFolder(data)).toEqual([`${data}: closed 13 entries to other users of this machine`]);
    expect(openToOthers()).toEqual([]);
    expect(modeOf(join(data, "files/ab/abcd"))).toBe(0o400);
    expect(modeOf(join(data, "files/ab"))).toBe(0o700);
    expect(lstatSync("/etc/hostname").mode).toBe(linked);
    expect(readlinkSync(join(data, "languages/eng"))).toBe("/etc/hostname");
    expect(closeDataFolder(data)).toEqual([]);
  });

  test("continues after a start that was killed, and skips folders that are closed", () => {
    mkdirSync(data);
    plantOpenFolder();
    // A folder is closed after its content. The killed start finished the top folder and one of two folders.
    for (const done of ["", "files/ab/abcd", "files/ab", "files"])
      chmodSync(join(data, done), modeOf(join(data, done)) & ~0o077);
    chmodSync(join(data, "files/ab/abcd"), 0o644);
    expect(closeDataFolder(data)).toHaveLength(1);
    expect(openToOthers()).toEqual(["files/ab/abcd"]);
  });

  test("leaves the operator's own files as they are, in a folder that other users can't enter", () => {
    mkdirSync(data);
    plantOpenFolder();
    writeFileSync(join(data, "notes.txt"), "the operator's");
    chmodSync(join(data, "notes.txt"), 0o644);
    closeDataFolder(data);
    expect(openToOthers()).toEqual(["notes.txt"]);
    expect(modeOf(data)).toBe(0o700);
  });

  test("does not lock other users out of a shared folder", () => {
    mkdirSync(data);
    plantOpenFolder();
    chmodSync(data, 0o1777);
    closeDataFolder(data);
    expect(openToOthers()).toEqual([""]);
  });

  test("does nothing if the folder doesn't exist yet", () => {
    expect(closeDataFolder(join(data, "none"))).toEqual([]);
  });
});

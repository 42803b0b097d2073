import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { childrenOf, isRunning } from "../../../../tests/support/process/process-children.ts";
import { EMPTY_EXTRA_PARTS, hostileZip, zipOf } from "../../../../tests/support/files/zip.ts";
import { openZip } from "./open-zip.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proshno-zip-"));
  path = join(folder, "papers.zip");
});
afterEach(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();
const kill = (pid: number) => process.kill(pid, "SIGKILL");

test("a ZIP is unpacked by a child process, also if the machine kills the first one", async () => {
  const before = new Set(childrenOf(process.pid));
  // Random bytes, because a file that shrinks much is a bomb.
  const bytes = randomBytes(3_000_000);
  await writeFile(path, await zipOf({ "a.pdf": bytes, "b.pdf": bytes.subarray(0, 10) }));
  const { entries, close } = await openZip(path);
  const [child = 0] = childrenOf(process.pid).filter((pid) => !before.has(pid));
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ["a.pdf", 3_000_000],
    ["b.pdf", 10],
  ]);
  expect(bytes.equals(await entries[0]!.read(signal))).toBe(true);
  kill(child);
  expect(Buffer.from(await entries[1]!.read(signal)).equals(bytes.subarray(0, 10))).toBe(true);
  await entries[0]!.save(join(folder, "a.pdf"), signal);
  expect(bytes.equals(await readFile(join(folder, "a.pdf")))).toBe(true);
  await close();
});

test("a stop ends the unpacking with its own reason, and the ZIP can go on", async () => {
  await writeFile(path, await zipOf({ "a.pdf": Buffer.alloc(5_000_000) }, 0));
  const { entries, close } = await openZip(path);
  const stop = new AbortController();
  stop.abort(new Error("Stopped"));
  await expect(entries[0]!.read(stop.signal)).rejects.toThrow("Stopped");
  await expect(entries[0]!.save(join(folder, "a.pdf"), stop.signal)).rejects.toThrow("Stopped");
  expect(await entries[0]!.read(signal)).toHaveLength(5_000_000);
  await close();
});

test("a stop ends the reading of a directory with its own reason, also while the process starts", async () => {
  execFileSync("mkfifo", [path]);
  const before = new Set(childrenOf(process.pid));
  const starting = new AbortController();
  const first = openZip(path, { signal: starting.signal });
  starting.abort(new Error("Stopped at the start"));
  await expect(first).rejects.toThrow("Stopped at the start");
  await expect(openZip(path, { signal: starting.signal })).rejects.toThrow("Stopped at the start");

  const reading = new AbortController();
  const second = openZip(path, { signal: reading.signal }).catch((error: unknown) => error);
  let writer = -1;
  let child = -1;
  // A writer that doesn't wait can open the pipe only while the child reads it. The stop follows in the same turn of the
  // event loop, because the child would answer after the pipe has opened.
  const stop = () => {
    writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    [child = -1] = childrenOf(process.pid).filter((pid) => !before.has(pid));
    reading.abort(new Error("Stopped"));
  };
  await expect.poll(stop, { timeout: 30_000 }).toBeUndefined();
  expect(await second).toEqual(new Error("Stopped"));
  expect(isRunning(child)).toBe(false);
  closeSync(writer);
  expect(childrenOf(process.pid).filter((pid) => !before.has(pid))).toEqual([]);
});

test("a ZIP that takes too long is refused, and a missing one is a fault of the disk", async () => {
  // Nobody writes to this pipe, so reading it never ends.
  execFileSync("mkfifo", [path]);
  await expect(openZip(path, { timeLimit: 1 })).rejects.toMatchObject({ problem: { code: "zipUnreadable" } });
  await expect(openZip(join(folder, "none.zip"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("the ZIP that once killed the server takes no memory of its process", async () => {
  await writeFile(path, hostileZip({ entries: 300, extra: EMPTY_EXTRA_PARTS }));
  const before = process.memoryUsage().heapUsed;
  await expect(openZip(path)).rejects.toMatchObject({ problem: { code: "zipDirectory" } });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});

import { closeSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ZipFile } from "yauzl";
import { EMPTY_EXTRA_PARTS, hostileZip, zipOf, type ZipParts } from "../../../../tests/support/files/zip.ts";
import { MAX_NAME, openZipFile } from "./zip-file.ts";

/** The file of a descriptor; undefined if it was closed meanwhile. */
function targetOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proshno-zip-"));
  path = join(folder, "papers.zip");
});
afterEach(() => rm(folder, { recursive: true }));

test("a fault of the disk is not the fault of a file in a ZIP", async () => {
  await writeFile(path, await zipOf({ "a.pdf": Buffer.from("%PDF-1.7") }));
  const { unpack, close } = await openZipFile(path);
  // The ZIP's descriptor becomes that of a folder, so each read fails in the system.
  const fd =
    readdirSync("/proc/self/fd")
      .map(Number)
      .find((one) => targetOf(one) === path) ?? -1;
  closeSync(fd);
  expect(openSync(folder, "r")).toBe(fd);
  await expect(unpack(0).next()).rejects.toMatchObject({ code: "EISDIR" });
  close();
});

const parts = EMPTY_EXTRA_PARTS;
test.each<[string, ZipParts, string]>([
  ["of 300 files with 16,383 empty parts each", { entries: 300, extra: parts }, "zipDirectory"],
  ["with the longest comments", { entries: 100, commentLength: 65_535 }, "zipDirectory"],
  ["in the form for large ZIPs", { entries: 300, extra: parts, isZip64: true }, "zipDirectory"],
  ["that claims to be small", { entries: 300, extra: parts, claimedSize: 500 }, "zipDirectory"],
  ["of which the ZIP claims one file", { entries: 300, extra: parts, claimed: 1 }, "zipDirectory"],
  ["of 2,001 files", { entries: 2_001 }, "zipEntries"],
  ["of 5,001 files in the form for large ZIPs", { entries: 5_001, isZip64: true }, "zipEntries"],
  ["with fewer bytes than its files need", { entries: 10, claimed: 1_900 }, "zipUnreadable"],
])("a directory %s is refused before it is parsed", async (_name, zip, code) => {
  await writeFile(path, hostileZip(zip));
  const parsed = vi.spyOn(ZipFile.prototype, "readEntry");
  await expect(openZipFile(path)).rejects.toMatchObject({ problem: { code } });
  expect(parsed).not.toHaveBeenCalled();
  parsed.mockRestore();
});

test("the longest name that a directory may have is shortened, and its ending still counts", async () => {
  await writeFile(path, hostileZip({ entries: 60, nameLength: 60_000 }));
  const { entries, close } = await openZipFile(path);
  expect(new Set(entries.map(({ name }) => name.length))).toEqual(new Set([MAX_NAME]));
  expect(entries).toHaveLength(60);
  close();
});

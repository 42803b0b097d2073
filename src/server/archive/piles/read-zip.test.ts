import { closeSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zipOf } from "../../../../tests/support/files/zip.ts";
import { openZip } from "./read-zip.ts";

/** The file of a descriptor; undefined if it was closed meanwhile. */
function targetOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

test("a fault of the disk is not the fault of a file in a ZIP", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proshno-zip-"));
  const path = join(folder, "papers.zip");
  await writeFile(path, await zipOf({ "a.pdf": Buffer.from("%PDF-1.7") }));
  const { entries, close } = await openZip(path);
  // The ZIP's descriptor becomes that of a folder, so each read fails in the system.
  const fd =
    readdirSync("/proc/self/fd")
      .map(Number)
      .find((one) => targetOf(one) === path) ?? -1;
  closeSync(fd);
  expect(openSync(folder, "r")).toBe(fd);
  const [entry] = entries;
  await expect(entry?.read(new AbortController().signal)).rejects.toMatchObject({ code: "EISDIR" });
  close();
  await rm(folder, { recursive: true });
});

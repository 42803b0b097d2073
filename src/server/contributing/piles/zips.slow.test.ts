import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drainLargePdfs, drainPiles, paper } from "../../../../tests/support/archive/pile-world.ts";
import { zipOf } from "../../../../tests/support/files/zip.ts";
import { scanOf } from "../../../../tests/support/files/large-scan.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import type { User } from "../../../shared/people/policy.ts";
import { randomKey } from "../../platform/ids.ts";

describe.each(engines)("ZIPs of piles on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    id = await archive.services.piles.create(student);
    await mkdir(archive.uploads, { recursive: true });
  });
  afterEach(() => archive.close());

  /** Puts a ZIP where the end of its upload puts it. */
  async function give(bytes: Buffer, name = "last-year.zip"): Promise<string> {
    const zip = randomKey();
    await writeFile(join(archive.uploads, zip), bytes);
    await archive.services.piles.addZip(student, id, { id: zip, name, size: bytes.length });
    return zip;
  }

  test("a large scanned PDF of a ZIP becomes smaller, and then a row", async () => {
    const [width, height] = [3_000, 3_400];
    const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
    const jpeg = await noise.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
    const scan = scanOf([{ jpeg, width, height }]);
    expect(scan.length).toBeGreaterThan(MAX_PAPER_BYTES);
    await give(await zipOf({ "2019/volume.pdf": scan, "a.pdf": paper("CSE 2103") }, 0));
    // A job that was killed before it wrote its progress takes the PDF out again.
    await drainPiles(archive);
    await archive.db.write.updateTable("pileZip").set({ entriesDone: 0, state: "waiting" }).execute();
    expect(await archive.services.piles.get(student, id)).toMatchObject({
      largePdfs: [{ name: "volume.pdf", size: scan.length }],
      rows: [{ label: "a.pdf" }],
    });
    expect(await drainLargePdfs(archive)).toEqual([]);
    const { rows, largePdfs } = await archive.services.piles.get(student, id);
    expect(largePdfs).toEqual([]);
    expect(rows.map(({ label, problem }) => [label, problem])).toEqual([
      ["a.pdf", undefined],
      ["volume.pdf", undefined],
    ]);
    expect(rows[1]?.files[0]?.size).toBeLessThanOrEqual(MAX_PAPER_BYTES);
  });
});

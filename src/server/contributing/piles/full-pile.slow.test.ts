import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drainLargePdfs, drainPiles } from "../../../../tests/support/archive/pile-world.ts";
import { zipOf } from "../../../../tests/support/files/zip.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { enPileProblems } from "../../../shared/messages/en-piles.ts";
import type { User } from "../../../shared/people/policy.ts";
import { randomKey } from "../../platform/ids.ts";

describe.each(engines)("full piles on %s", (engine) => {
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

  test("large PDFs of a ZIP have places in the pile, and the ZIP names the one that has none", async () => {
    const links = Array.from({ length: 498 }, (_, at) => `https://example.edu/papers/${at}.pdf`);
    const { piles } = archive.services;
    await piles.addLinks(student, id, { links: links.join("\n") });
    const large = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(MAX_PAPER_BYTES)]);
    const zip = await zipOf({ "one.pdf": large, "two.pdf": large, "three.pdf": large }, 0);
    const upload = randomKey();
    await writeFile(join(archive.uploads, upload), zip);
    await piles.addZip(student, id, { id: upload, name: "volumes.zip", size: zip.length });
    expect(await drainPiles(archive)).toEqual([]);
    const [unpacked] = (await piles.get(student, id)).zips;
    expect(unpacked?.state).toBe("refused");
    expect(unpacked?.problem?.message).toBe(enPileProblems.zipPileFull("", "three.pdf"));
    const begun = piles.beginUpload(student, id, VISIT.client);
    await expect(begun).rejects.toMatchObject({ fields: { fileKey: { code: "pileFull" } } });
    const late = piles.addLinks(student, id, { links: "https://example.edu/late.pdf" });
    await expect(late).rejects.toMatchObject({ fields: { fileKey: { code: "pileFull" } } });
    // They can't become smaller, and their rows take the places that they had.
    await drainLargePdfs(archive);
    const { rows, largePdfs } = await piles.get(student, id, { size: 500 });
    expect(largePdfs).toEqual([]);
    expect(rows.map(({ label }) => label).slice(498)).toEqual(["one.pdf", "two.pdf"]);
  });
});

import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drainLargePdfs } from "../../../../tests/support/archive/pile-world.ts";
import { largeScan } from "../../../../tests/support/files/large-scan.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { randomKey } from "../../platform/ids.ts";
import { createServices, type Services } from "../../services.ts";
import { createShrinker, type Shrinker } from "./shrinker.ts";

const DAY = 24 * 3_600_000;
/** The limit of the results, so that small files show what large files do. */
const MAX_BYTES = 150_000;

let scan: Buffer;
beforeAll(async () => {
  // A page of half the width of A4 has a quarter of its pixels.
  scan = await largeScan(1, undefined, 0.5);
});

describe.each(engines)("large PDFs on %s", (engine) => {
  let archive: TestArchive;
  let services: Services;
  let student: User;
  let now: number;

  /** The services of a server with this shrinker. */
  const serving = (shrink: Shrinker) => {
    const { shared, env, origin } = archive;
    const clock = () => now;
    return createServices({ ...shared, shrink, clock, secret: env.PROSHNO_SECRET, origin });
  };

  beforeEach(async () => {
    now = Date.now();
    archive = await openTestArchive(engine);
    services = serving(createShrinker({ maxBytes: MAX_BYTES, pageLimit: 300_000 }));
    student = (await archive.signUp("Student")).actor;
    await mkdir(archive.uploads, { recursive: true });
  });
  afterEach(() => archive.close());

  /** Puts a PDF where the end of its upload puts it. @returns its id */
  async function give(bytes: Buffer, pileId?: string): Promise<string> {
    const id = randomKey();
    await writeFile(join(archive.uploads, id), bytes);
    const pdf = { id, name: "scan.pdf", size: bytes.length, ...(pileId !== undefined && { pileId }) };
    await services.largePdfs.add(student, pdf);
    return id;
  }
  const drain = (by = services) => drainLargePdfs({ services: by });
  const used = async () => {
    // The quota is 2.5 GB, so this many bytes more don't fit.
    const fits = (size: number) =>
      services.files.fits(student.id, size).then(
        () => true,
        () => false,
      );
    return (await fits(2_500_000_000)) ? 0 : (await fits(2_500_000_000 - MAX_BYTES)) ? "small" : "large";
  };

  test("become a file with the key of the upload, and count towards the quota meanwhile", async () => {
    const id = await give(scan);
    expect(await services.largePdfs.state(student, id)).toEqual({ page: 0, pages: 0, size: scan.length });
    expect(await used()).toBe("large");
    const early = services.files.unused(student, id);
    await expect(early).rejects.toMatchObject({ fields: { fileKey: { code: "fileShrinking" } } });
    expect(await drain()).toEqual([]);
    const file = await services.files.unused(student, id);
    expect(file).toMatchObject({ key: id, name: "scan.pdf", pages: 1, type: "application/pdf" });
    expect(file.size).toBeLessThanOrEqual(MAX_BYTES);
    expect(await services.largePdfs.state(student, id)).toEqual({ file });
    expect(await used()).toBe("small");
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("the state of a large PDF is hidden from other people", async () => {
    const id = await give(scan);
    const { actor: other } = await archive.signUp("Other");
    expect(await services.largePdfs.state(other, id)).toBeUndefined();
    expect(await services.largePdfs.state(undefined, id)).toBeUndefined();
  });

  test("say why they can't become smaller, and leave the disk and the quota", async () => {
    const id = await give(tinyPdf(Array.from({ length: 501 }, () => ({}))));
    expect(await drain()).toEqual([]);
    expect(await services.largePdfs.state(student, id)).toMatchObject({
      problem: { code: "file_too_many_pages" },
    });
    expect(await used()).toBe(0);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("become a row of their pile, or a row with the reason", async () => {
    const pileId = await services.piles.create(student);
    await give(scan, pileId);
    await give(Buffer.from("%PDF-1.7 and nothing more"), pileId);
    const before = await services.piles.get(student, pileId);
    expect([before.rows.length, before.largePdfs.length]).toEqual([0, 2]);
    expect(await drain()).toEqual([]);
    const { rows, largePdfs } = await services.piles.get(student, pileId);
    expect(largePdfs).toEqual([]);
    expect(rows.map(({ label, problem }) => [label, problem?.code]).toSorted()).toEqual([
      ["scan.pdf", undefined],
      ["scan.pdf", "file_unreadable"],
    ]);
  });

  test("continue after a server that ended during the work", async () => {
    const id = await give(scan);
    const ended = serving(async () => {
      throw new Error("The server ended.");
    });
    expect(await drain(ended)).toHaveLength(1);
    expect(await services.largePdfs.state(student, id)).toMatchObject({ size: scan.length });
    now += 3_600_000;
    expect(await drain()).toEqual([]);
    expect(await services.files.unused(student, id)).toMatchObject({ key: id });
  });

  test("wait for the server that has their bytes", async () => {
    const id = await give(scan);
    const [here, elsewhere] = [`${id}.pdf`, "elsewhere"].map((name) => join(archive.uploads, name));
    await rename(here as string, elsewhere as string);
    expect(await drain()).toEqual([expect.stringContaining("ENOENT")]);
    await rename(elsewhere as string, here as string);
    now += 3_600_000;
    expect(await drain()).toEqual([]);
    expect(await services.files.unused(student, id)).toMatchObject({ key: id });
  });

  test("say after the last attempt that they are gone, or that the server had a fault", async () => {
    const gone = await give(scan);
    await rm(join(archive.uploads, `${gone}.pdf`));
    const spoiled = await give(scan);
    const broken = serving(async () => {
      throw new Error("The disk has a fault.");
    });
    const { signal } = new AbortController();
    const { deliverPdf } = services.piles;
    for (const id of [gone, spoiled]) await broken.largePdfs.run(id, true, signal, deliverPdf);
    expect(await services.largePdfs.state(student, gone)).toMatchObject({ problem: { code: "pdfGone" } });
    expect(await services.largePdfs.state(student, spoiled)).toMatchObject({ problem: { code: "pdfFault" } });
  });

  test("stay in a full pile with their name and the reason", async () => {
    const pileId = await services.piles.create(student);
    const id = await give(scan, pileId);
    // A server of the release before doesn't count the PDF, and fills the pile.
    const links = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `https://example.edu/papers/${from + at}.pdf`).join("\n");
    await services.piles.addLinks(student, pileId, { links: links(0, 499) });
    await expect(services.piles.addLinks(student, pileId, { links: links(499, 1) })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const [row] = await archive.db.read.selectFrom("pileRow").selectAll().limit(1).execute();
    await archive.db.write
      .insertInto("pileRow")
      .values({ ...(row as NonNullable<typeof row>), id: "f".repeat(24), position: 1_000 })
      .execute();
    expect(await drain()).toEqual([]);
    const { largePdfs, total } = await services.piles.get(student, pileId);
    expect(total).toBe(500);
    expect(largePdfs).toMatchObject([{ id, problem: { code: "pileFull" } }]);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("are refused after a day, and forgotten after two", async () => {
    const id = await give(scan);
    now += DAY + 1;
    await services.largePdfs.sweep();
    expect(await services.largePdfs.state(student, id)).toMatchObject({ problem: { code: "pdfFault" } });
    now += DAY + 1;
    await services.largePdfs.sweep();
    expect(await services.largePdfs.state(student, id)).toBeUndefined();
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("wait in limited number for each account", async () => {
    for (let count = 0; count < 40; count += 1) await give(scan.subarray(0, 10));
    await expect(services.largePdfs.begin(student)).rejects.toMatchObject({ code: "too_many_requests" });
    const { actor: other } = await archive.signUp("Other");
    await expect(services.largePdfs.begin(other)).resolves.toBeUndefined();
  });
});

import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shrinkHandlers, SHRINKING } from "../../src/server/files/index.ts";
import { createJobRunner } from "../../src/server/platform/index.ts";
import { MAX_PAPER_BYTES } from "../../src/shared/files/file-limits.ts";
import { openSite } from "../support/api/site.ts";
import { largeScan } from "../support/files/large-scan.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const TUS = { "tus-resumable": "1.0.0" };
const PART = 5_000_000;

describe("a scanned PDF of more than 25 MB", () => {
  let archive: TestArchive;

  beforeEach(async () => {
    archive = await openTestArchive("sqlite");
  });
  afterEach(() => archive.close());

  test("is uploaded, shows its progress, becomes smaller, and is shared with its text", async () => {
    const site = openSite(archive);
    const me = site.as((await archive.signUp("Student")).cookie);
    const scan = await largeScan(12, 97);
    expect(scan.length).toBeGreaterThan(MAX_PAPER_BYTES);
    const filename = Buffer.from("scan.pdf").toString("base64");
    const begun = await me.send("/uploads", {
      method: "POST",
      headers: { ...TUS, "upload-length": String(scan.length), "upload-metadata": `filename ${filename}` },
    });
    const address = begun.headers.get("location") ?? "";
    let last;
    for (let offset = 0; offset < scan.length; offset += PART)
      last = await me.send(address, {
        method: "PATCH",
        headers: {
          ...TUS,
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
        },
        body: Buffer.from(scan.subarray(offset, offset + PART)),
      });
    const key = address.split("/").at(-1) ?? "";
    expect(last?.body).toEqual({ key, name: "scan.pdf", size: scan.length, shrinking: true });
    expect((await me.get(`${address}/shrinking`)).body).toEqual({ page: 0, pages: 0, size: scan.length });
    const early = await me.post("/api/postNotes", {
      topic: "T",
      department: "CSE",
      subject: "S",
      fileKey: key,
    });
    expect(early.status).toBe(400);
    const { jobs, largePdfs, piles } = archive.services;
    const failures: unknown[] = [];
    const log = {
      failed: (facts: unknown) => failures.push(facts),
      error: (error: unknown) => failures.push(error),
    };
    const handlers = shrinkHandlers(largePdfs, piles.deliverPdf);
    await createJobRunner({ jobs, handlers, log, choice: SHRINKING, limit: 1_800_000 }).drain();
    expect(failures).toEqual([]);
    const { file } = (await me.get(`${address}/shrinking`)).body;
    expect(file).toMatchObject({ key, name: "scan.pdf", pages: 12, type: "application/pdf" });
    expect(file.size).toBeLessThanOrEqual(MAX_PAPER_BYTES);
    expect(await readdir(archive.uploads)).toEqual([]);
    const note = { topic: "T", department: "CSE", subject: "S", fileKey: key };
    expect((await me.post("/api/postNotes", note)).status).toBe(201);
    expect(site.faults).toEqual([]);
  });
});

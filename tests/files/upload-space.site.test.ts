import { readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { DiskSpace } from "../../src/server/files/storage/disk-space.ts";
import { en } from "../../src/shared/messages/en.ts";
import { openSite } from "../support/api/site.ts";
import { payloadOf } from "../support/archive/factories.ts";
import { drainPiles, paper } from "../support/archive/pile-world.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { zipOf } from "../support/files/zip.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const TUS = { "tus-resumable": "1.0.0" };
const PART = { ...TUS, "content-type": "application/offset+octet-stream" };
const MB = 1_000_000;
const text = (value: string) => Buffer.from(value).toString("base64");
const FULL = en.problems.archiveFull("", "");

describe("a disk that has only its reserve left", () => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let me: ReturnType<typeof site.as>;
  let disk: DiskSpace;
  let now: number;

  beforeEach(async () => {
    disk = { free: 5_000 * MB, size: 10_000 * MB };
    now = Date.now();
    archive = await openTestArchive("sqlite", {
      disk: async () => disk,
      freeSpace: 2_000 * MB,
      clock: () => now,
    });
    site = openSite(archive, await builtPages());
    me = site.as((await archive.signUp("Student")).cookie);
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const begin = (size: number, metadata = `filename ${text("a.pdf")}`) =>
    me.send("/uploads", {
      method: "POST",
      headers: { ...TUS, "upload-length": String(size), "upload-metadata": metadata },
    });
  const send = (address: string, bytes: Uint8Array, offset = 0) =>
    me.send(address, {
      method: "PATCH",
      headers: { ...PART, "upload-offset": String(offset) },
      body: Buffer.from(bytes),
    });
  const offsetOf = async (address: string) =>
    Number((await me.send(address, { method: "HEAD", headers: TUS })).headers.get("upload-offset"));
  const full = () => (disk.free = 1_999 * MB);
  const openRows = () => archive.db.read.selectFrom("openUpload").selectAll().execute();

  test("a new upload is refused with 507 and a sentence, and leaves neither bytes nor a row", async () => {
    full();
    const { status, body, headers } = await begin(1_000);
    expect([status, headers.get("retry-after")]).toEqual([507, "3600"]);
    expect(body.error).toMatchObject({ code: "no_room", fields: { fileKey: FULL } });
    expect(await readdir(archive.uploads).catch(() => [])).toEqual([]);
    expect(await openRows()).toEqual([]);
    expect((await me.send("/allNotes")).status).toBe(200);
  });

  test("a running upload stops at the reserve, keeps its bytes and continues when there is space again", async () => {
    const bytes = tinyPdf([{ lines: ["Long"], content: `%${"x".repeat(10 * MB)}` }]);
    const address = (await begin(bytes.length)).headers.get("location") ?? "";
    let looks = 0;
    const open = disk;
    // The other bytes on the disk grow while the upload arrives.
    Object.defineProperty(open, "free", {
      get: () => ((looks += 1) > 1 ? 0 : 5_000 * MB),
      configurable: true,
    });
    const chunks = Array.from({ length: 11 }, (_one, index) => bytes.subarray(index * MB, (index + 1) * MB));
    const { status, body } = await me.send(address, {
      method: "PATCH",
      headers: { ...PART, "upload-offset": "0" },
      body: NodeReadableStream.from(chunks) as ReadableStream,
      duplex: "half",
    } as RequestInit);
    expect([status, body.error.fields.fileKey]).toEqual([507, FULL]);
    const offset = await offsetOf(address);
    expect(offset).toBeGreaterThanOrEqual(8 * MB);
    expect(offset).toBeLessThan(bytes.length);
    expect(await openRows()).toMatchObject([{ arrived: offset, size: bytes.length }]);
    disk = { free: 5_000 * MB, size: 10_000 * MB };
    expect((await send(address, bytes.subarray(offset), offset)).status).toBe(200);
    expect(await openRows()).toEqual([]);
  });

  test("a cancelled upload counts no more", async () => {
    const address = (await begin(1_000)).headers.get("location") ?? "";
    expect(await openRows()).toHaveLength(1);
    expect((await me.send(address, { method: "DELETE", headers: TUS })).status).toBe(204);
    expect(await openRows()).toEqual([]);
  });

  test("a form without JavaScript keeps its text and shows the sentence at its file", async () => {
    full();
    const form = new FormData();
    for (const [name, value] of Object.entries(payloadOf("note", { topic: "Sorting", driveLink: "" })))
      form.set(name, String(value));
    form.set("file", new File([Uint8Array.from(paper("CSE 2103"))], "paper.pdf"));
    const { status, text: page } = await me.send("/dashboard/add-notes", { method: "POST", body: form });
    expect(status).toBe(507);
    expect(page).toContain('value="Sorting"');
    expect(page).toContain(FULL.replaceAll("'", "&#x27;"));
    expect(await readdir(archive.spool).catch(() => [])).toEqual([]);
  });

  test("a pile keeps no row of an upload that was refused only for now", async () => {
    const id = (await me.post("/api/piles", {})).body.insertedId;
    full();
    const { status } = await begin(1_000, `filename ${text("a.pdf")},pile ${text(id)}`);
    expect(status).toBe(507);
    const { rows } = (await me.send(`/api/piles/${id}`)).body;
    expect(rows).toEqual([]);
  });

  test("a ZIP waits while the disk is full, and its papers come when there is space again", async () => {
    const id = (await me.post("/api/piles", {})).body.insertedId;
    const zip = await zipOf({ "a.pdf": paper("CSE 2103"), "b.pdf": paper("CSE 2105") });
    const metadata = `filename ${text("all.zip")},pile ${text(id)}`;
    const address = (await begin(zip.length, metadata)).headers.get("location") ?? "";
    expect((await send(address, zip)).status).toBe(200);
    full();
    expect(await drainPiles(archive)).toEqual([]);
    const pile = async () => (await me.send(`/api/piles/${id}`)).body;
    expect((await pile()).zips).toMatchObject([{ state: "waiting" }]);
    disk.free = 5_000 * MB;
    now += 3_600_000;
    expect(await drainPiles(archive)).toEqual([]);
    expect((await pile()).zips).toMatchObject([{ state: "done", entriesDone: 2 }]);
    expect((await pile()).rows).toHaveLength(2);
  });

  test("copies of Drive files wait", async () => {
    expect(await archive.services.driveCopies.mayRun()).toBe(true);
    full();
    expect(await archive.services.driveCopies.mayRun()).toBe(false);
  });

  test("an upload whose bytes were replaced by a link never reaches the target of the link", async () => {
    const target = join(archive.env.PROSHNO_DATA, "target");
    await writeFile(target, "outside");
    const bytes = paper("CSE 2103");
    const { headers } = await begin(bytes.length);
    const address = headers.get("location") ?? "";
    const path = join(archive.uploads, address.split("/").at(-1) ?? "");
    await rm(path);
    await symlink(target, path);
    expect((await send(address, bytes)).status).toBe(404);
    expect((await me.send(address, { method: "HEAD", headers: TUS })).status).toBe(404);
    expect(await readFile(target, "utf8")).toBe("outside");
  });
});

describe("a newcomer", () => {
  test("can upload a number of papers, and the next one names the way out", async () => {
    const archive = await openTestArchive("sqlite", { newcomer: { bytes: 500 * MB, papers: 3 } });
    const { actor } = await archive.signUp("Newcomer");
    const { files } = archive.services;
    for (let index = 0; index < 3; index += 1)
      await files.accept(actor, paper(`CSE ${1_000 + index}`), `${index}.pdf`);
    await expect(files.accept(actor, paper("CSE 9999"), "4.pdf")).rejects.toMatchObject({
      fields: { fileKey: { code: "newcomerPapers", param: "3" } },
    });
    await archive.close();
  });
});

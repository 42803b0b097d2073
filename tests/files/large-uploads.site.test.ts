import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

const TUS = { "tus-resumable": "1.0.0" };
const PART = { ...TUS, "content-type": "application/offset+octet-stream" };
const MB = 1_000_000;

describe.each(engines)("an upload of a large file on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let me: ReturnType<ReturnType<typeof openSite>["as"]>;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
    me = site.as((await archive.signUp("Student")).cookie);
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const begin = (size: number, name: string, metadata = "") =>
    me.send("/uploads", {
      method: "POST",
      headers: {
        ...TUS,
        "upload-length": String(size),
        "upload-metadata": `filename ${Buffer.from(name).toString("base64")}${metadata}`,
      },
    });
  const part = (address: string, body: Buffer, offset: number) =>
    me.send(address, {
      method: "PATCH",
      headers: { ...PART, "upload-offset": String(offset) },
      body: Buffer.from(body),
    });

  test("begins for a PDF of up to 200 MB, and for no other file", async () => {
    expect((await begin(200 * MB, "scan.PDF")).status).toBe(201);
    expect((await begin(200 * MB + 1, "scan.pdf")).status).toBe(413);
    const refused = await begin(26 * MB, "photo.jpg");
    expect(refused.status).toBe(413);
    expect(refused.body.error.message).toContain("25 MB");
    expect(refused.body.error.message).toContain("200 MB");
  });

  test("ends after the first part if the file is no PDF", async () => {
    const address = (await begin(100 * MB, "scan.pdf")).headers.get("location") ?? "";
    expect((await part(address, Buffer.alloc(2_000), 0)).status).toBe(204);
    const next = await part(address, Buffer.alloc(2_000), 2_000);
    expect(next.status).toBe(400);
    expect(next.body.error.fields.fileKey).toContain("We accept PDF");
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("names a file that is no PDF in its pile", async () => {
    const { actor, cookie } = await archive.signUp("Other");
    const pile = await archive.services.piles.create(actor);
    me = site.as(cookie);
    const metadata = `,pile ${Buffer.from(pile).toString("base64")}`;
    const address = (await begin(100 * MB, "scan.pdf", metadata)).headers.get("location") ?? "";
    await part(address, Buffer.alloc(2_000), 0);
    expect((await part(address, Buffer.alloc(2_000), 2_000)).status).toBe(400);
    const { rows } = await archive.services.piles.get(actor, pile);
    expect(rows.map(({ label, problem }) => [label, problem?.code])).toEqual([
      ["scan.pdf", "file_wrong_type"],
    ]);
  });

  test("is one of ten unfinished uploads", async () => {
    for (let count = 0; count < 9; count += 1) expect((await begin(200 * MB, "scan.pdf")).status).toBe(201);
    expect((await begin(200 * MB, "scan.pdf")).status).toBe(201);
    // The tenth fits into the quota of 2.5 GB, and the eleventh is over the number of unfinished uploads.
    expect((await begin(200 * MB, "scan.pdf")).status).toBe(429);
  });
});

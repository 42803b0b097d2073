import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAX_ZIP_BYTES } from "../../src/shared/files/file-limits.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { openSite } from "../support/api/site.ts";
import { drainPiles, paper } from "../support/archive/pile-world.ts";
import { zipOf } from "../support/files/zip.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";

const TUS = { "tus-resumable": "1.0.0" };
const text = (value: string) => Buffer.from(value).toString("base64");

describe.each(engines)("piles over the API on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let me: ReturnType<ReturnType<typeof openSite>["as"]>;
  let other: typeof me;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
    const { actor, cookie } = await archive.signUp("Student");
    student = actor;
    me = site.as(cookie);
    other = site.as((await archive.signUp("Other")).cookie);
    id = (await me.post("/api/piles", {})).body.insertedId;
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const begin = (name: string, size: number, { pile = id, who = me, more = "" } = {}) =>
    who.send("/uploads", {
      method: "POST",
      headers: {
        ...TUS,
        "upload-length": String(size),
        "upload-metadata": `filename ${text(name)},pile ${text(pile)}${more}`,
      },
    });
  const part = (address: string, bytes: Uint8Array, offset = 0) =>
    me.send(address, {
      method: "PATCH",
      headers: { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
      body: Buffer.from(bytes),
    });
  async function upload(name: string, bytes: Uint8Array, more = "") {
    const { headers } = await begin(name, bytes.length, { more });
    return part(headers.get("location") ?? "", bytes);
  }
  const pile = async () => (await me.get(`/api/piles/${id}`)).body;

  test("files arrive as uploads, and a broken file is a row with its name and reason", async () => {
    expect((await upload("final.pdf", paper("CSE 2103"))).status).toBe(200);
    expect((await upload("notes.txt", Buffer.from("Only text"))).status).toBe(400);
    expect((await begin("film.mov", 30_000_000)).status).toBe(413);
    expect(await drainPiles(archive)).toEqual([]);
    const { rows, counts, total } = await pile();
    expect(counts).toEqual({ ready: 1, refused: 2 });
    expect(total).toBe(3);
    expect(rows).toMatchObject([
      { label: "final.pdf", status: "ready", fields: { code: { value: "CSE 2103", from: "file" } } },
      { label: "notes.txt", problem: { code: "file_wrong_type", message: expect.stringContaining("PDF") } },
      { label: "film.mov", problem: { code: "file_too_large" } },
    ]);
    expect((await me.get(`/api/piles/${id}?status=refused&size=1&page=1`)).body.rows).toMatchObject([
      { label: "film.mov" },
    ]);
    expect((await me.get(`/api/piles/${id}?status=happy`)).status).toBe(400);
    expect((await me.post(`/api/piles/${id}/send`, {})).body).toEqual({ sending: 1, failed: {} });
    expect(await drainPiles(archive)).toEqual([]);
    expect((await pile()).counts).toEqual({ sent: 1, refused: 2 });
    expect((await me.get("/api/piles")).body).toMatchObject([{ id, counts: { sent: 1, refused: 2 } }]);
  });

  test("rows have the places of their files, and a file that is chosen again is not added again", async () => {
    const marked = (place: number, mark: string) => `,place ${text(String(place))},mark ${text(mark)}`;
    await upload("second.pdf", paper("CSE 2105"), marked(20, "b"));
    await upload("first.pdf", paper("CSE 2103"), marked(10, "a"));
    await upload("broken.pdf", Buffer.from("No PDF"), marked(15, "c"));
    const labels = async () => (await pile()).rows.map(({ label }: { label: string }) => label);
    expect(await labels()).toEqual(["first.pdf", "broken.pdf", "second.pdf"]);
    const again = await begin("first.pdf", 1_000, { more: marked(30, "a") });
    expect(again.status).toBe(409);
    expect(again.body.error.fields).toEqual({ fileKey: expect.stringContaining("already in the batch") });
    // A refused file may be mended, so it can come again.
    await upload("broken.pdf", paper("CSE 2107"), marked(15, "c"));
    expect(await labels()).toEqual(["first.pdf", "broken.pdf", "second.pdf"]);
    expect((await pile()).counts).not.toHaveProperty("refused");
    const zip = await zipOf({ "a.pdf": paper("CSE 2111") });
    await upload("old.zip", zip);
    expect((await begin("old.zip", zip.length)).status).toBe(409);
  });

  test("a file above the quota is a row with the reason", async () => {
    await archive.close();
    archive = await openTestArchive(engine, { uploadQuota: 2_000 });
    site = openSite(archive);
    me = site.as((await archive.signUp("Student")).cookie);
    id = (await me.post("/api/piles", {})).body.insertedId;
    expect((await begin("large.pdf", 5_000)).status).toBe(400);
    expect((await pile()).rows).toMatchObject([
      { label: "large.pdf", status: "refused", problem: { code: "quota" } },
    ]);
  });

  test("a ZIP arrives in parts on disk, and its files become rows", async () => {
    const zip = await zipOf({ "a.pdf": paper("CSE 2103"), "b.pdf": paper("CSE 2105") });
    const address = (await begin("last year.zip", zip.length)).headers.get("location") ?? "";
    expect((await part(address, zip.subarray(0, 100))).status).toBe(204);
    const { status, body } = await part(address, zip.subarray(100), 100);
    expect([status, body]).toEqual([
      200,
      { zip: expect.any(String), name: "last year.zip", size: zip.length },
    ]);
    const head = await me.send(address, { method: "HEAD", headers: TUS });
    expect(head.headers.get("upload-offset")).toBe(String(zip.length));
    expect(await drainPiles(archive)).toEqual([]);
    const { rows, zips } = await pile();
    expect(zips).toMatchObject([{ name: "last year.zip", state: "done", entries: 2, entriesDone: 2 }]);
    expect(rows.map(({ label }: { label: string }) => label)).toEqual(["a.pdf", "b.pdf"]);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("an upload that ends after its pile was removed leaves nothing behind", async () => {
    const bytes = paper("CSE 2103");
    const zip = await zipOf({ "a.pdf": bytes });
    const uploads = [await begin("a.pdf", bytes.length), await begin("a.zip", zip.length)];
    const [single, zipped] = uploads.map(({ headers }) => headers.get("location") ?? "");
    await me.post(`/api/piles/${id}/remove`, {});
    expect((await part(single ?? "", bytes)).status).toBe(404);
    expect((await part(zipped ?? "", zip)).status).toBe(404);
    expect(await readdir(archive.uploads)).toEqual([]);
    expect(await archive.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
  });

  test("refuses a ZIP above its limit, without a known size, or without a pile", async () => {
    expect((await begin("a.zip", MAX_ZIP_BYTES + 1)).status).toBe(413);
    const deferred = await me.send("/uploads", {
      method: "POST",
      headers: {
        ...TUS,
        "upload-defer-length": "1",
        "upload-metadata": `filename ${text("a.zip")},pile ${text(id)}`,
      },
    });
    expect(deferred.status).toBe(400);
    const bare = await me.send("/uploads", {
      method: "POST",
      headers: { ...TUS, "upload-length": "30000000", "upload-metadata": `filename ${text("a.zip")}` },
    });
    expect(bare.status).toBe(413);
  });

  test("another person can't upload to a pile, and no call reads the body for them", async () => {
    expect((await begin("a.pdf", 10, { who: other })).status).toBe(404);
    expect((await begin("a.pdf", 10, { pile: "0".repeat(24) })).status).toBe(404);
    const bad = { method: "PUT", headers: { "content-type": "application/json" }, body: "{" };
    expect((await other.send(`/api/piles/${id}/rows`, bad)).status).toBe(404);
    expect((await me.send(`/api/piles/${id}/rows`, bad)).status).toBe(400);
    expect((await site.as().send(`/api/piles/${id}/rows`, bad)).status).toBe(401);
  });

  test("a row that was sent can't change: the response says so at the rows", async () => {
    await upload("final.pdf", paper("CSE 2103"));
    await drainPiles(archive);
    const [{ id: row }] = (await pile()).rows;
    await me.post(`/api/piles/${id}/send`, { rows: [row] });
    await drainPiles(archive);
    const { status, body } = await me.put(`/api/piles/${id}/rows`, { rows: [row], values: { year: 2020 } });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: "conflict",
      fields: { rows: expect.stringContaining("already sent") },
    });
  });

  test("a deleted account takes its piles with it", async () => {
    await upload("final.pdf", paper("CSE 2103"));
    const leaving = { passwordNow: TEST_PASSWORD, contributions: "keep" };
    await archive.services.deletion.deleteAccount(student, leaving, VISIT);
    for (const table of ["pile", "pileRow", "pileFile", "file"] as const)
      expect(await archive.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

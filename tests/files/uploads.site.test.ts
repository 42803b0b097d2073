import { readdir, rm, symlink, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPapers, type Papers } from "../../src/server/files/rendering/papers.ts";
import { createServices } from "../../src/server/services.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { photo } from "../support/files/photo.ts";
import { openSite } from "../support/api/site.ts";

const TUS = { "tus-resumable": "1.0.0" };
const PART = { ...TUS, "content-type": "application/offset+octet-stream" };

describe.each(engines)("a resumable upload on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let me: ReturnType<ReturnType<typeof openSite>["as"]>;
  let cookie: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
    cookie = (await archive.signUp("Student")).cookie;
    me = site.as(cookie);
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  /** A second server with the same archive. */
  function serving(papers: Papers) {
    const { shared, env, origin } = archive;
    const services = createServices({ ...shared, papers, secret: env.PROSHNO_SECRET, origin });
    return openSite({ ...archive, services });
  }
  const begin = async (size: number, who = me) => {
    const name = Buffer.from("../../etc/পরীক্ষা <1>.jpg").toString("base64");
    const answer = await who.send("/uploads", {
      method: "POST",
      headers: { ...TUS, "upload-length": String(size), "upload-metadata": `filename ${name},owner eA==` },
    });
    return { answer, address: answer.headers.get("location") ?? "" };
  };
  const part = (address: string, bytes: Uint8Array, offset: number, who = me) =>
    who.send(address, {
      method: "PATCH",
      headers: { ...PART, "upload-offset": String(offset) },
      body: Buffer.from(bytes),
    });
  const offsetOf = async (address: string, who = me) => {
    const { status, headers } = await who.send(address, { method: "HEAD", headers: TUS });
    return status === 200 ? Number(headers.get("upload-offset")) : status;
  };

  test("arrives in parts, reports its offset, and becomes an uploaded file", async () => {
    const bytes = await photo(1);
    const { address } = await begin(bytes.length);
    expect((await part(address, bytes.subarray(0, 100), 0)).status).toBe(204);
    expect(await offsetOf(address)).toBe(100);
    expect((await part(address, bytes.subarray(50), 50)).status).toBe(409);
    const { status, body } = await part(address, bytes.subarray(100), 100);
    expect([status, body]).toEqual([
      200,
      {
        key: address.split("/").at(-1),
        name: "পরীক্ষা 1.jpg",
        type: "image/jpeg",
        size: bytes.length,
        pages: 1,
      },
    ]);
    expect(await offsetOf(address)).toBe(bytes.length);
    expect(await readdir(archive.uploads)).toEqual([]);
    const note = { topic: "T", department: "CSE", subject: "S", fileKey: body.key };
    const { status: contributed } = await me.post("/api/postNotes", note);
    expect(contributed).toBe(201);
    const { body: own } = await me.get("/api/mynotes/student@example.edu");
    expect(own[0].driveLink).toMatch(new RegExp(`^${archive.origin}/files/${body.key}/T\\.jpg$`));
  });

  test("is checked at the next request if the server stopped after the last part", async () => {
    const bytes = await photo(2);
    const { address } = await begin(bytes.length);
    await writeFile(`${archive.uploads}/${address.split("/").at(-1)}`, bytes);
    expect(await offsetOf(address)).toBe(bytes.length);
    expect(await readdir(archive.uploads)).toEqual([]);
    const key = address.split("/").at(-1);
    const note = { topic: "T", department: "CSE", subject: "S", fileKey: key };
    expect((await me.post("/api/postNotes", note)).status).toBe(201);
  });

  test("keeps its bytes for the next attempt if the server can't check it now", async () => {
    const bytes = await photo(4);
    const { address } = await begin(bytes.length);
    const { address: second } = await begin(bytes.length);
    const closed = createPapers();
    await closed.close();
    const stopping = serving(closed);
    expect((await part(address, bytes, 0, stopping.as(cookie))).status).toBe(503);
    expect(await offsetOf(address, stopping.as(cookie))).toBe(503);
    expect(stopping.faults.splice(0)).toMatchObject([{ code: "unavailable" }, { code: "unavailable" }]);
    // A second server on the same folder, whose only child process is busy and whose queue is full.
    const papers = createPapers({ concurrency: 1, queueLimit: 0 });
    const next = serving(papers);
    const busy = papers.inspect(bytes);
    const refused = await part(second, bytes, 0, next.as(cookie));
    expect(refused.status).toBe(503);
    await busy;
    for (const one of [address, second]) expect(await offsetOf(one, next.as(cookie))).toBe(bytes.length);
    expect(next.faults).toEqual([]);
    await papers.close();
  });

  test("answers its newest requests with 503 and Retry-After if too many wait for its lock", async () => {
    const { address } = await begin(100);
    const lock = { id: address.split("/").at(-1) ?? "", holder: "another", wanted: 1 as const };
    const { write } = archive.db;
    await write
      .insertInto("uploadLock")
      .values({ ...lock, leaseUntil: Date.now() + 3_600_000 })
      .execute();
    const refused: unknown[] = [];
    const asked = Array.from({ length: 20 }, async () => {
      const { status, headers } = await me.send(address, { method: "HEAD", headers: TUS });
      if (status !== 200) refused.push([status, headers.get("retry-after")]);
    });
    await expect
      .poll(() => refused, { timeout: 20_000 })
      .toEqual(Array.from({ length: 5 }, () => [503, "10"]));
    await write.deleteFrom("uploadLock").where("id", "=", lock.id).execute();
    await Promise.all(asked);
    expect(refused).toHaveLength(5);
  });

  test("gives every request the same result while its file is checked", async () => {
    const bytes = await photo(3);
    const { address } = await begin(bytes.length);
    await writeFile(`${archive.uploads}/${address.split("/").at(-1)}`, bytes);
    const asked = Array.from({ length: 6 }, () => offsetOf(address));
    expect(await Promise.all(asked)).toEqual(asked.map(() => bytes.length));
  });

  test("gives each of twenty uploads of the same file its own key, and stores the bytes once", async () => {
    const bytes = await photo(5);
    const others = await Promise.all(["A", "B", "C"].map((name) => archive.signUp(name)));
    const people = [me, ...others.map((one) => site.as(one.cookie))];
    const uploads = Array.from({ length: 20 }, async (_none, index) => {
      const who = people[index % people.length] as typeof me;
      const { address } = await begin(bytes.length, who);
      return { who, ...(await part(address, bytes, 0, who)) };
    });
    const answers = await Promise.all(uploads);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(20);
    for (const { who, body } of answers) expect((await who.get(`/files/${body.key}`)).status).toBe(200);
    const kept = [];
    for await (const { sha256 } of archive.fileStore.list()) kept.push(sha256);
    expect(kept).toHaveLength(1);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("accepts one of two identical parts that arrive at once", async () => {
    const bytes = await photo(6);
    const { address } = await begin(bytes.length);
    const answers = await Promise.all([part(address, bytes, 0), part(address, bytes, 0)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The other part came too late: the offset has changed, or the upload is locked or finished.
    expect(statuses.find((status) => status !== 200)).toBeOneOf([404, 409, 423]);
    const { body } = answers.find(({ status }) => status === 200) as { body: { key: string } };
    expect((await me.get(`/files/${body.key}`)).status).toBe(200);
  });

  test("belongs to the person who started it, and a visitor can't start one", async () => {
    const bytes = await photo(3);
    const { address } = await begin(bytes.length);
    const other = site.as((await archive.signUp("Other")).cookie);
    const visitor = site.as();
    expect((await begin(10, visitor)).answer.status).toBe(401);
    for (const [who, status] of [
      [other, 404],
      [visitor, 401],
    ] as const) {
      expect(await offsetOf(address, who)).toBe(status);
      expect((await part(address, bytes, 0, who)).status).toBe(status);
      expect((await who.send(address, { method: "DELETE", headers: TUS })).status).toBe(status);
    }
    expect((await me.send(address, { method: "DELETE", headers: TUS })).status).toBe(204);
    expect(await offsetOf(address)).toBe(404);
  });

  test("with a wrong type or size gets a plain reason, and leaves nothing behind", async () => {
    const large = (await begin(25_000_001)).answer;
    expect(large.status).toBe(413);
    expect(large.body.error.message).toContain("The file is larger than 25 MB.");
    const virus = Buffer.from("MZ\u0090\u0000 this is no paper ".repeat(20));
    const { address } = await begin(virus.length);
    const { status, body } = await part(address, virus, 0);
    expect(status).toBe(400);
    expect(body.error.fields.fileKey).toContain("We accept PDF, JPEG");
    expect(await readdir(archive.uploads)).toEqual([]);
    expect(await offsetOf(address)).toBe(404);
    for await (const kept of archive.fileStore.list()) expect(kept).toBeUndefined();
    const { address: short } = await begin(10);
    // The server refuses more bytes than the upload's declared length.
    expect((await part(short, virus, 0)).status).toBe(413);
  });

  test.each(["..%2f..%2fetc", "a".repeat(31), `${"a".repeat(32)}.json`, "%00", "A".repeat(32)])(
    "with the address %s doesn't exist",
    async (id) => {
      expect(await offsetOf(`/uploads/${id}`)).toBe(404);
      expect((await part(`/uploads/${id}`, new Uint8Array(3), 0)).status).toBe(404);
    },
  );

  test.each([
    ["that joins partial uploads", { "upload-length": "10", "upload-concat": "partial" }],
    ["without a size", {}],
    ["for another version of tus", { "upload-length": "10", "tus-resumable": "0.2.2" }],
    ["with an invalid size", { "upload-length": "ten" }],
  ])("%s is refused with the error malformed_upload", async (_what, headers) => {
    const answer = await me.send("/uploads", { method: "POST", headers: { ...TUS, ...headers } });
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: "malformed_upload" } }]);
  });

  test("is refused if its folder can't be created, and starts when the folder can be created", async () => {
    await rm(archive.uploads, { recursive: true, force: true });
    await symlink("/proc/nowhere/uploads", archive.uploads);
    expect((await begin(100)).answer.status).toBe(503);
    expect(site.faults.splice(0)).toHaveLength(1);
    await rm(archive.uploads);
    expect((await begin(100)).answer.status).toBe(201);
  });

  test("is one of at most ten per person, and makes space for a new one after an hour without a part", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => begin(100)));
    const statuses = all.map(({ answer }) => answer.status).toSorted();
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429, 429]);
    const other = site.as((await archive.signUp("Other")).cookie);
    expect((await begin(100, other)).answer.status).toBe(201);
    const [first = "", second = ""] = all.map(({ address }) => address).filter(Boolean);
    await archive.db.write
      .updateTable("openUpload")
      .set({ writtenAt: Date.now() - 3_601_000 })
      .where("id", "=", first.split("/").at(-1) ?? "")
      .execute();
    expect((await begin(100)).answer.status).toBe(201);
    expect([await offsetOf(first), await offsetOf(second)]).toEqual([404, 0]);
  });

  test("counts towards the person's quota before it is finished", async () => {
    const services = createServices({
      ...archive.shared,
      secret: archive.env.PROSHNO_SECRET,
      origin: archive.origin,
      uploadQuota: 30_000_000,
    });
    const who = openSite({ ...archive, services }).as(cookie);
    const answers = await Promise.all([begin(20_000_000, who), begin(20_000_000, who)]);
    expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([201, 400]);
    const refused = answers.find(({ answer }) => answer.status === 400)?.answer.body;
    expect(refused.error.fields.fileKey).toContain("30 MB");
    expect((await begin(10_000_000, who)).answer.status).toBe(201);
  });

  test("can't be started by another site", async () => {
    const answer = await me.send("/uploads", {
      method: "POST",
      headers: { ...TUS, "upload-length": "10", origin: "https://evil.example" },
    });
    expect(answer.status).toBe(403);
  });
});

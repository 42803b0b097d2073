import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createServices } from "../../src/server/services.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { photo } from "../support/files/photo.ts";
import { openSite } from "../support/api/site.ts";

const TUS = { "tus-resumable": "1.0.0" };
type Me = ReturnType<ReturnType<typeof openSite>["as"]>;

describe.each(bothEngines)("simultaneous requests for one upload on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let cookie: string;
  let me: Me;

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

  const begin = (size: number, who = me) =>
    who.send("/uploads", { method: "POST", headers: { ...TUS, "upload-length": String(size) } });
  const addressOf = async (size: number) => (await begin(size)).headers.get("location") ?? "";
  const part = (address: string, body: BodyInit, who = me) =>
    who.send(address, {
      method: "PATCH",
      headers: { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
      body,
      duplex: "half",
    } as RequestInit);
  const remove = (address: string) => me.send(address, { method: "DELETE", headers: TUS });
  const isWanted = async (address: string) => {
    const locks = archive.db.read.selectFrom("uploadLock").selectAll();
    const lock = await locks.where("id", "=", address.split("/").at(-1) ?? "").executeTakeFirst();
    if (lock?.wanted !== 1) throw new Error("Nobody waits for the upload yet.");
  };
  const files = () => archive.db.read.selectFrom("file").select("key").execute();
  /** The site of a second process with the same archive. */
  function serving(papers = archive.shared.papers) {
    const { shared, env, origin } = archive;
    return openSite({
      ...archive,
      services: createServices({ ...shared, papers, secret: env.PROSHNO_SECRET, origin }),
    });
  }

  test("a removal waits while the server accepts the file, and only one of the two succeeds", async () => {
    const { papers } = archive.shared;
    let accepting = () => {};
    let goOn = () => {};
    const begun = new Promise<void>((resolve) => (accepting = resolve));
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const slow = serving({
      ...papers,
      inspect: async (bytes) => {
        accepting();
        await gate;
        return papers.inspect(bytes);
      },
    });
    const bytes = await photo(1);
    const address = await addressOf(bytes.length);
    const finishing = part(address, Buffer.from(bytes), slow.as(cookie));
    await begun;
    const removing = remove(address);
    await Promise.race([removing, vi.waitFor(() => isWanted(address), { timeout: 20_000 })]);
    goOn();
    const [{ status: finished }, { status: removed }] = await Promise.all([finishing, removing]);
    expect(removed).toBe(404);
    expect(finished).toBe(200);
    expect(await files()).toHaveLength(1);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("a removal stops a part that is still arriving, and leaves nothing of the upload", async () => {
    const address = await addressOf(1_000_000);
    let send = (_bytes: Uint8Array) => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => (send = (bytes) => controller.enqueue(bytes)),
    });
    const writing = part(address, body);
    send(new Uint8Array(1_000));
    await vi.waitFor(async () => {
      const held = await archive.db.read.selectFrom("uploadLock").select("id").execute();
      expect(held).toHaveLength(1);
    });
    const removed = await remove(address);
    expect(removed.status).toBe(204);
    // A late part finds no upload.
    send(new Uint8Array(1_000));
    expect((await writing).status).toBeLessThan(500);
    expect((await part(address, Buffer.from("late"))).status).toBe(404);
    expect(await readdir(archive.uploads)).toEqual([]);
    expect(await files()).toEqual([]);
  });

  test("simultaneous last parts, removals and status requests leave a counted file or nothing", async () => {
    const bytes = await photo(2);
    const people = [me, serving().as(cookie)];
    for (let round = 0; round < 6; round += 1) {
      const before = (await files()).length;
      const address = await addressOf(bytes.length);
      const answers = await Promise.all([
        ...people.map((who) => part(address, Buffer.from(bytes), who)),
        ...people.map((who) => who.send(address, { method: "DELETE", headers: TUS })),
        ...people.map((who) => who.send(address, { method: "HEAD", headers: TUS })),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const kept = answers.slice(0, 2).filter(({ status }) => status === 200).length;
      const removed = answers.slice(2, 4).filter(({ status }) => status === 204).length;
      expect(kept + removed).toBe(1);
      expect((await files()).length - before).toBe(kept);
      expect(await readdir(archive.uploads)).toEqual([]);
    }
  });

  test("a student has ten unfinished uploads at most, across several processes", async () => {
    const processes = Array.from({ length: 4 }, () => serving().as(cookie));
    const all = processes.flatMap((who) => Array.from({ length: 5 }, () => begin(100, who)));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(await readdir(archive.uploads)).toHaveLength(20);
  });
});

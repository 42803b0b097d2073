import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { payloadOf } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive } from "../support/platform/archive.ts";
import { type KillWorld, openKillWorld } from "../support/process/kill-world.ts";
import { limitRoom } from "../support/process/process-limits.ts";
import { photo } from "../support/files/photo.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { openSite } from "../support/api/site.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { en } from "../../src/shared/messages/en.ts";

const TUS = { "tus-resumable": "1.0.0" };
/**
 * A size in bytes: smaller than the papers in these tests, but enough for the database's writes during a
 * test.
 */
const ROOM = 1_500_000;
const NO_ROOM = en.notSaved.no_room;

const paperOf = (name: string, size = 4_000_000) =>
  tinyPdf([{ lines: [name], content: `%${"x".repeat(size)}` }]);

describe.each(bothEngines)("a full disk, on %s", (engine) => {
  let world: KillWorld;
  let server: TestServer;
  let cookie: string;

  beforeEach(async () => {
    world = await openKillWorld(engine === "postgres" ? inject("postgresUrl") : undefined);
    cookie = await world.signUp();
    server = await startServer({ ...world.env, PROSHNO_OCR: "off" });
  });
  afterEach(async () => {
    await server.stop();
    await world.close();
  });

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, {
      redirect: "manual",
      ...init,
      headers: { cookie, origin: server.origin, ...(init.headers as Record<string, string>) },
    });
  const begin = async (bytes: Buffer) => {
    const headers = { ...TUS, "upload-length": String(bytes.length) };
    return (await ask("/uploads", { method: "POST", headers })).headers.get("location") ?? "";
  };
  const send = (address: string, bytes: Buffer, offset: number) =>
    ask(address, {
      method: "PATCH",
      headers: {
        ...TUS,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: Uint8Array.from(bytes.subarray(offset)),
    });
  const postForm = (topic: string, bytes: Buffer) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(payloadOf("note", { topic, driveLink: "" })))
      body.set(name, String(value));
    body.set("file", new File([Uint8Array.from(bytes)], "paper.pdf"));
    return ask("/dashboard/add-notes", { method: "POST", body });
  };
  const kept = (folder: string) => {
    const path = join(world.data, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  };
  /**
   * Empties the database's log, so that the database can write as much as it needs. SQLite leaves the log as
   * it is, and says so, while the server reads from it.
   */
  const emptyLog = async () => {
    if (engine !== "sqlite") return;
    const checkpoint = sql<{ busy: number }>`pragma wal_checkpoint(truncate)`;
    await expect.poll(async () => (await checkpoint.execute(world.db.write)).rows[0]?.busy).toBe(0);
  };

  test("an upload gets the error no_room, and continues when there is space again", async () => {
    const bytes = paperOf("Uploaded");
    const address = await begin(bytes);
    await emptyLog();
    limitRoom(server, ROOM);
    const refused = await send(address, bytes, 0);
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ error: { code: "no_room", message: NO_ROOM } });
    const { headers } = await ask(address, { method: "HEAD", headers: TUS });
    const offset = Number(headers.get("upload-offset"));
    expect(offset).toBeLessThanOrEqual(ROOM);
    limitRoom(server, "unlimited");
    const taken = await send(address, bytes, offset);
    expect(taken.status).toBe(200);
    const { key } = (await taken.json()) as { key: string };
    expect(Buffer.from(await (await ask(`/files/${key}`)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(kept("uploads")).toEqual([]);
  });

  test("an upload that can't begin leaves no files", async () => {
    await emptyLog();
    // The JSON file of an upload has more than 50 bytes.
    limitRoom(server, engine === "postgres" ? 50 : ROOM);
    const headers = { ...TUS, "upload-length": "1000" };
    const answer = await ask("/uploads", { method: "POST", headers });
    expect(answer.status).toBe(engine === "postgres" ? 507 : 201);
    limitRoom(server, "unlimited");
    expect(kept("uploads")).toHaveLength(engine === "postgres" ? 0 : 2);
  });

  test("a form without JavaScript gets the error no_room, keeps its text, and succeeds when there is space again", async () => {
    const bytes = paperOf("Sent along");
    await emptyLog();
    limitRoom(server, ROOM);
    const refused = await postForm("Sorting", bytes);
    expect(refused.status).toBe(507);
    const page = await refused.text();
    expect(page).toContain(NO_ROOM);
    expect(page).toContain('value="Sorting"');
    expect(kept("files")).toEqual([]);
    expect(await world.db.read.selectFrom("file").select("key").execute()).toEqual([]);
    limitRoom(server, "unlimited");
    expect((await postForm("Sorting", bytes)).status).toBe(303);
    expect(kept("files")).toHaveLength(1);
  });

  test("readers can still see page images, and the server stores them again when there is space", async () => {
    const bytes = paperOf("Read", 30_000);
    const { key } = (await (await send(await begin(bytes), bytes, 0)).json()) as { key: string };
    limitRoom(server, 0);
    const image = await ask(`/files/${key}/pages/1?width=1000`);
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    expect((await ask("/allNotes")).status).toBe(200);
    expect((await ask(`/files/${key}`)).status).toBe(200);
    expect((await postForm("Nowhere", bytes)).status).toBeOneOf([503, 507]);
    // A job can draw pages at other widths at any time, so this checks only one width.
    const large = () => kept("pages").filter(({ name }) => name === "1-1000.webp");
    expect(large()).toEqual([]);
    limitRoom(server, "unlimited");
    expect((await ask(`/files/${key}/pages/1?width=1000`)).status).toBe(200);
    expect(large()).toHaveLength(1);
  });
});

describe.each(bothEngines)("a read-only folder of files, on %s", (engine) => {
  test("the server refuses uploads, serves its files, and accepts uploads when it can write again", async () => {
    const archive = await openTestArchive(engine);
    onTestFinished(() => archive.close());
    const site = openSite(archive);
    const me = site.as((await archive.signUp("Student")).cookie);
    const upload = async (bytes: Uint8Array) => {
      const { headers } = await me.send("/uploads", {
        method: "POST",
        headers: { ...TUS, "upload-length": String(bytes.length) },
      });
      const address = headers.get("location") ?? "";
      const part = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
      return me.send(address, { method: "PATCH", headers: part, body: Buffer.from(bytes) });
    };
    const { key } = (await upload(await photo(1))).body;
    const files = join(archive.env.PROSHNO_DATA, "files");
    const refused = await withoutWriting(archive.env.PROSHNO_DATA, files, async () => {
      expect((await me.get(`/files/${key}`)).status).toBe(200);
      return upload(await photo(2));
    });
    expect(refused.status).toBe(503);
    expect(refused.body.error.message).toContain("Nothing was saved");
    expect(site.faults).toHaveLength(1);
    expect((await upload(await photo(2))).status).toBe(200);
  });
});

/** Runs `act` while a folder is read-only. Root can write everywhere, so root acts as the user nobody. */
async function withoutWriting<T>(parent: string, folder: string, act: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  const modes = { parent: 0o700, folder: 0o755 };
  if (isRoot) for (const path of [parent, join(parent, "uploads")]) chmodSync(path, 0o777);
  chmodSync(folder, 0o555);
  if (isRoot) process.seteuid?.("nobody");
  try {
    return await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, modes.folder);
    if (isRoot) chmodSync(parent, modes.parent);
  }
}

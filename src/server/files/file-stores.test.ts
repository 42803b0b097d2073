import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFolderStore, type FileStore, sha256Of } from "./file-store.ts";
import { createS3Store } from "./s3-store.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** A folder, and a real S3-compatible server on loopback. */
describe.each(["folder", "S3"])("files in a %s", (where) => {
  const folder = mkdtempSync(join(tmpdir(), "proshno-store-"));
  let server: S3rver | undefined;
  let store: FileStore;

  beforeAll(async () => {
    if (where === "folder") return void (store = createFolderStore(folder));
    server = new S3rver({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: folder,
      configureBuckets: [{ name: "proshno", configs: [] }],
    });
    const { port } = await server.run();
    store = createS3Store({
      endpoint: `http://127.0.0.1:${port}/proshno`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    });
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("gives back what it keeps, whole and in parts, by its SHA-256", async () => {
    const sha256 = await store.put(bytes("a paper"));
    expect(sha256).toBe(sha256Of(bytes("a paper")));
    expect(await store.put(bytes("a paper"))).toBe(sha256);
    expect(new TextDecoder().decode(await store.get(sha256))).toBe("a paper");
    expect(await read(await store.stream(sha256, { start: 2, end: 6 }))).toBe("paper");
    expect(await read(await store.stream(sha256, { start: 0, end: 1 }))).toBe("a ");
    expect(await store.has(sha256)).toBe(true);
  });

  test("what is set aside can still be read, comes back, or goes for good", async () => {
    const sha256 = await store.put(bytes("another"));
    await store.setAside(sha256);
    expect(await store.has(sha256)).toBe(false);
    expect(new TextDecoder().decode(await store.get(sha256))).toBe("another");
    expect(await read(await store.stream(sha256, { start: 0, end: 2 }))).toBe("ano");
    await store.bringBack(sha256);
    expect(await store.has(sha256)).toBe(true);
    await store.setAside(sha256);
    await store.remove(sha256);
    await store.remove(sha256);
    await expect(store.get(sha256)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(store.stream(sha256, { start: 0, end: 1 })).rejects.toMatchObject({ code: "ENOENT" });
    expect(await store.has(sha256)).toBe(false);
  });

  test("lists everything, what is set aside too, with the time of its writing", async () => {
    const start = Date.now() - 60_000;
    const kept = [await store.put(bytes("one")), await store.put(bytes("two"))];
    await store.setAside(kept[1] as string);
    const found = new Map<string, number>();
    for await (const { sha256, writtenAt } of store.list()) found.set(sha256, writtenAt);
    for (const sha256 of kept) expect(found.get(sha256)).toBeGreaterThan(start);
  });
});

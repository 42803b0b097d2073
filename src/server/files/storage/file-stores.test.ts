import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { lstat, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { S3mini } from "s3mini";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { createFolderStore, type FileStore, sha256Of } from "./file-store.ts";
import { readOwn } from "./own-file.ts";
import { createS3Store } from "./s3-store.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe("a folder of files in which somebody planted links", () => {
  const planted = async () => {
    const [folder, outside] = [withScratchFolder(), withScratchFolder()];
    const secret = bytes("a file outside of the archive");
    await writeFile(join(outside, sha256Of(secret)), secret);
    return { folder, outside, secret, sha256: sha256Of(secret), store: createFolderStore(folder) };
  };

  test("never reads through a link in the place of a file", async () => {
    const { folder, outside, sha256, store } = await planted();
    await mkdir(join(folder, sha256.slice(0, 2)));
    await symlink(join(outside, sha256), join(folder, sha256.slice(0, 2), sha256));
    await expect(store.get(sha256)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(store.stream(sha256, { start: 0, end: 3 })).rejects.toMatchObject({ code: "ENOENT" });
    expect(await store.has(sha256)).toBe(false);
    expect(await Array.fromAsync(store.list())).toEqual([]);
  });

  test("replaces such a link by a file when the same bytes are stored", async () => {
    const { folder, outside, secret, sha256, store } = await planted();
    await mkdir(join(folder, sha256.slice(0, 2)));
    await symlink(join(outside, sha256), join(folder, sha256.slice(0, 2), sha256));
    await store.put(secret);
    expect(await store.has(sha256)).toBe(true);
    expect((await lstat(join(folder, sha256.slice(0, 2), sha256))).isFile()).toBe(true);
  });

  test("neither lists, changes nor writes a folder behind a link in the place of a shelf", async () => {
    const { folder, outside, secret, sha256, store } = await planted();
    await writeFile(join(outside, "old.part"), "");
    await symlink(outside, join(folder, sha256.slice(0, 2)));
    expect(await Array.fromAsync(store.list())).toEqual([]);
    await store.removeParts(Infinity);
    await expect(store.get(sha256)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(store.put(secret)).rejects.toMatchObject({ code: "EACCES" });
    await expect(store.setAside(sha256)).rejects.toMatchObject({ code: "EACCES" });
    await expect(store.remove(`${sha256}.${"a".repeat(32)}`)).rejects.toMatchObject({ code: "EACCES" });
    expect((await readdir(outside)).toSorted()).toEqual([sha256, "old.part"].toSorted());
  });

  test("does not wait for a pipe in the place of a file", async () => {
    const { folder, sha256, store } = await planted();
    await mkdir(join(folder, sha256.slice(0, 2)));
    execFileSync("mkfifo", [join(folder, sha256.slice(0, 2), sha256)]);
    await expect(readOwn(join(folder, sha256.slice(0, 2), sha256))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(store.get(sha256)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a broken connection to the S3 service", () => {
  test("makes a write fail, and the next write stores all bytes", async () => {
    const folder = withScratchFolder();
    const service = await startS3(folder);
    const sent: string[] = [];
    let isCut = true;
    const proxy = createTcpServer((client) => {
      const upstream = connect(service.port, "127.0.0.1");
      let passed = 0;
      client.once("data", (chunk: Buffer) => sent.push(chunk.toString("latin1", 0, 4_000)));
      for (const socket of [client, upstream])
        socket.on("error", () => {}).on("close", () => [client, upstream].forEach((one) => one.destroy()));
      upstream.pipe(client);
      client.on("data", (chunk: Buffer) => {
        passed += chunk.length;
        if (isCut && passed > 200_000) client.destroy();
        else upstream.write(chunk);
      });
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const store = createS3Store(s3Options((proxy.address() as { port: number }).port));
    const paper = Buffer.alloc(1_000_000, "x");
    await expect(store.put(paper)).rejects.toMatchObject({ code: "EIO" });
    // The upload is one request with the whole length, so that S3 stores all bytes or none. The fake service
    // stores an incomplete object, to which no row refers.
    expect(sent.filter((head) => head.startsWith("PUT "))).toHaveLength(1);
    expect(sent[0]?.toLowerCase()).toContain("content-length: 1000000\r\n");
    isCut = false;
    expect(await store.put(paper)).toBe(sha256Of(paper));
    expect(await store.get(sha256Of(paper))).toHaveLength(paper.length);
    proxy.close();
    await service.close();
  });
});

test("a check finds the bucket, and names a missing bucket, a refused key and a service that is down", async () => {
  const service = await startS3(withScratchFolder());
  const options = s3Options(service.port);
  await expect(createS3Store(options).check()).resolves.toBeUndefined();
  const endpoint = options.endpoint.replace("proshno", "elsewhere");
  await expect(createS3Store({ ...options, endpoint }).check()).rejects.toThrow(
    /no such bucket|NoSuchBucket/i,
  );
  const accessKeyId = "wrong";
  await expect(createS3Store({ ...options, accessKeyId }).check()).rejects.toThrow("403");
  await service.close();
  await expect(createS3Store(options).check()).rejects.toMatchObject({ code: "EIO" });
});

async function startS3(folder: string) {
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "proshno", configs: [] }],
  });
  const { port } = await server.run();
  return { port, close: () => server.close() };
}

const s3Options = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}/proshno`,
  region: "us-east-1",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
});

/** The tests use a folder, and a real S3-compatible server on loopback. */
describe.each(["folder", "S3"])("the file store in a %s", (where) => {
  const folder = mkdtempSync(join(tmpdir(), "proshno-store-"));
  let server: Awaited<ReturnType<typeof startS3>> | undefined;
  let fileStore: FileStore;

  beforeAll(async () => {
    if (where === "folder") return void (fileStore = createFolderStore(folder));
    server = await startS3(folder);
    fileStore = createS3Store(s3Options(server.port));
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("returns stored bytes by their SHA-256, whole and in parts", async () => {
    const sha256 = await fileStore.put(bytes("a paper"));
    expect(sha256).toBe(sha256Of(bytes("a paper")));
    expect(await fileStore.put(bytes("a paper"))).toBe(sha256);
    expect(new TextDecoder().decode(await fileStore.get(sha256))).toBe("a paper");
    expect(await read(await fileStore.stream(sha256, { start: 2, end: 6 }))).toBe("paper");
    expect(await read(await fileStore.stream(sha256, { start: 0, end: 1 }))).toBe("a ");
    expect(await fileStore.has(sha256)).toBe(true);
  });

  test("can read bytes that are set aside, bring them back and remove them", async () => {
    const sha256 = await fileStore.put(bytes("another"));
    const first = await fileStore.setAside(sha256);
    expect(await fileStore.setAside(sha256)).toBeUndefined();
    expect(await fileStore.has(sha256)).toBe(false);
    expect(new TextDecoder().decode(await fileStore.get(sha256))).toBe("another");
    expect(await read(await fileStore.stream(sha256, { start: 0, end: 2 }))).toBe("ano");
    await fileStore.bringBack(first as string);
    expect(await fileStore.has(sha256)).toBe(true);
    const second = (await fileStore.setAside(sha256)) as string;
    expect(second).not.toBe(first);
    // The first name no longer exists, so these calls don't change the bytes under the second name.
    await fileStore.remove(first as string);
    await fileStore.bringBack(first as string);
    expect(await read(await fileStore.stream(sha256, { start: 0, end: 2 }))).toBe("ano");
    await fileStore.remove(second);
    await fileStore.remove(second);
    await expect(fileStore.get(sha256)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(fileStore.stream(sha256, { start: 0, end: 1 })).rejects.toMatchObject({ code: "ENOENT" });
    expect(await fileStore.has(sha256)).toBe(false);
  });

  test("lists only its own files", async () => {
    const strangers = [
      "backup.tar",
      "ab",
      `aside/${"a".repeat(63)}`,
      `${"a".repeat(64)}.jpg`,
      "photos/x.jpg",
    ];
    for (const name of strangers) {
      if (where === "S3") await new S3mini(s3Options(server?.port ?? 0)).putObject(name, "theirs");
      else {
        await mkdir(dirname(join(folder, "aa", name)), { recursive: true });
        await writeFile(join(folder, "aa", name), "theirs");
      }
    }
    const own = await fileStore.put(bytes("own"));
    const found: string[] = [];
    for await (const { sha256 } of fileStore.list()) found.push(sha256);
    expect(found).toContain(own);
    expect(found.filter((sha256) => !/^[0-9a-f]{64}$/.test(sha256) || /^a+$/.test(sha256))).toEqual([]);
  });

  test("lists all files with the time when each was written, including files that are set aside", async () => {
    const start = Date.now() - 60_000;
    const kept = [await fileStore.put(bytes("one")), await fileStore.put(bytes("two"))];
    await fileStore.setAside(kept[1] as string);
    const found = new Map<string, number>();
    for await (const { sha256, writtenAt } of fileStore.list()) found.set(sha256, writtenAt);
    for (const sha256 of kept) expect(found.get(sha256)).toBeGreaterThan(start);
    const asides: string[] = [];
    for await (const { sha256, aside } of fileStore.list()) if (aside) asides.push(sha256);
    expect(asides).toContain(kept[1]);
  });
});

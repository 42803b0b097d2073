import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { idleFetch } from "./idle-fetch.ts";
import { createS3Store } from "./s3-store.ts";

const SHA256 = "a".repeat(64);
const ASIDE = `${SHA256}.${"b".repeat(32)}`;
const FAILED = { code: "EIO" };
let server: Server | undefined;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const storeOn = async (listener: RequestListener) =>
  createS3Store(
    {
      endpoint: `${await serve(listener)}/proshno`,
      region: "us-east-1",
      accessKeyId: "a key",
      secretAccessKey: "a secret",
    },
    { request: 100, idle: 100 },
  );

/**
 * Responds fully only to HEAD. For other methods, it sends the headers and the first byte, and then nothing.
 */
const halting: RequestListener = (request, response) => {
  response.writeHead(200, { "content-length": "1000" });
  if (request.method === "HEAD") response.end();
  else response.write("x");
};

afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

describe("the store with an S3 service that never responds", () => {
  test.each([
    ["store bytes", (store) => store.put(Buffer.from("a paper"))],
    ["return bytes", (store) => store.get(SHA256)],
    ["stream bytes", (store) => store.stream(SHA256, { start: 0, end: 9 })],
    ["check for bytes", (store) => store.has(SHA256)],
    ["respond to a check", (store) => store.check()],
    ["set bytes aside", (store) => store.setAside(SHA256)],
    ["bring bytes back", (store) => store.bringBack(ASIDE)],
    ["remove bytes", (store) => store.remove(ASIDE)],
    ["list its files", (store) => Array.fromAsync(store.list())],
  ] as [string, (store: ReturnType<typeof createS3Store>) => Promise<unknown>][])(
    "fails to %s after its time limit",
    async (_what, act) => {
      await expect(act(await storeOn(() => {}))).rejects.toMatchObject(FAILED);
    },
  );
});

describe("the store with an S3 service that stops in the middle of a response", () => {
  test("fails to return bytes after its time limit", async () => {
    const store = await storeOn(halting);
    await expect(store.get(SHA256)).rejects.toMatchObject(FAILED);
  });

  test("ends a stream with an error after its time limit", async () => {
    const store = await storeOn(halting);
    const stream = await store.stream(SHA256, { start: 0, end: 999 });
    await expect(new Response(stream).text()).rejects.toThrow(/100 ms/);
  });
});

test("a stream stays open while its reader pauses between two reads", async () => {
  const origin = await serve((_request, response) => void response.end(Buffer.alloc(300_000, "x")));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = await idleFetch(100)(origin);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let size = 0;
  for (let read = await reader.read(); read.value; read = await reader.read()) {
    size += read.value.length;
    vi.advanceTimersByTime(3_600_000);
  }
  expect(size).toBe(300_000);
});

import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Pace, pacedBody } from "./paced-body.ts";

/** The real limits divided by a thousand. */
const QUICK: Pace = { small: 256, smallTime: 30, window: 20, minBytes: 80, longest: 3_600, recheck: 1 };
const PATIENT: Pace = { ...QUICK, smallTime: 60_000, window: 60_000, longest: 60_000 };

const request = (body: BodyInit | ReadableStream | null, headers: Record<string, string> = {}) =>
  new Request("http://127.0.0.1/form", { method: "POST", body, headers, duplex: "half" } as RequestInit);

async function sizeOf(
  sent: Request,
  {
    pace = PATIENT,
    maxBytes = 10_000,
    hasSession = true,
    signal,
  }: Partial<Parameters<typeof pacedBody>[1]> = {},
): Promise<number> {
  let size = 0;
  const options = { incoming: undefined, pace, maxBytes, hasSession, ...(signal && { signal }) };
  for await (const chunk of pacedBody(sent, options)) size += chunk.length;
  return size;
}

/** Sends this many bytes, and then nothing. */
const stalled = (bytes: number) => {
  let isGiven = false;
  return new ReadableStream({
    pull(stream) {
      if (isGiven) return new Promise(() => {});
      isGiven = true;
      stream.enqueue(new Uint8Array(bytes));
      return undefined;
    },
  });
};

test("a read returns the chunks of a body, and no chunk without a body", async () => {
  expect(await sizeOf(request("x".repeat(5_000)))).toBe(5_000);
  expect(await sizeOf(request(null))).toBe(0);
});

test("a read refuses a body before its first byte if the declared length is too large", async () => {
  const untouched = stalled(10);
  const sent = request(untouched, { "content-length": "10001" });
  await expect(sizeOf(sent)).rejects.toMatchObject({ code: "too_large" });
  expect(untouched.locked).toBe(false);
});

test("a read refuses a body that becomes too large while it streams", async () => {
  await expect(sizeOf(request(stalled(10_001)))).rejects.toMatchObject({ code: "too_large" });
});

test("a read accepts a larger body only with a session", async () => {
  const large = () => request("x".repeat(257));
  expect(await sizeOf(large())).toBe(257);
  await expect(sizeOf(large(), { hasSession: false })).rejects.toMatchObject({ code: "too_large" });
});

test("a read gives up on a small body that takes too long", async () => {
  await expect(sizeOf(request(stalled(10)), { pace: QUICK })).rejects.toMatchObject({
    code: "request_timeout",
  });
});

test("a read gives up on a large body with too few bytes in a time window", async () => {
  await expect(sizeOf(request(stalled(300)), { pace: QUICK })).rejects.toMatchObject({
    code: "request_timeout",
  });
});

test("a read gives up on every body after the maximum time", async () => {
  const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(300)) });
  const pace = { ...PATIENT, longest: 0 };
  await expect(sizeOf(request(endless), { pace })).rejects.toMatchObject({ code: "request_timeout" });
});

test("a read allows a large body with a session more time than a small one, if it keeps the pace", async () => {
  const pace = { ...QUICK, smallTime: 0, window: 60_000, longest: 60_000 };
  const announced = (size: number) => request("x".repeat(size), { "content-length": String(size) });
  expect(await sizeOf(announced(300), { pace })).toBe(300);
  await expect(sizeOf(announced(200), { pace })).rejects.toMatchObject({ code: "request_timeout" });
});

test("a read measures the sender's time, and not its caller's", async () => {
  const pace = { ...QUICK, small: 10_000, smallTime: 200 };
  let isLast = false;
  const twoChunks = new ReadableStream(
    {
      pull(stream) {
        stream.enqueue(new Uint8Array(100));
        if (isLast) stream.close();
        isLast = true;
      },
    },
    { highWaterMark: 0 },
  );
  const options = { incoming: undefined, pace, maxBytes: 10_000, hasSession: false };
  const body = pacedBody(request(twoChunks), options);
  let size = (await body.next()).value?.length ?? 0;
  const elapsed = performance.now() + 250;
  while (performance.now() < elapsed);
  for await (const chunk of body) size += chunk.length;
  expect(size).toBe(200);
});

test("a read keeps no reference to a chunk that its caller dropped, even before the body ends", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100_000)) });
  const pace = { ...PATIENT, small: 100_000_000 };
  const { signal } = new AbortController();
  const options = { incoming: undefined, pace, maxBytes: 100_000_000, hasSession: true, signal };
  const body = pacedBody(request(endless), options);
  const dropped: WeakRef<Uint8Array>[] = [];
  for (let index = 0; index < 50; index += 1) {
    const { value } = await body.next();
    if (value) dropped.push(new WeakRef(value));
  }
  // A WeakRef keeps its target alive until the current task ends.
  await setImmediate();
  collect();
  expect(dropped.filter((chunk) => chunk.deref()).length).toBeLessThan(10);
});

test("a read reports a closed connection and a slow sender with different codes", async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new Error("reset")) });
  await expect(sizeOf(request(broken))).rejects.toMatchObject({ code: "request_aborted" });
});

test("a read ends with the reason of its abort signal", async () => {
  const ended = new AbortController();
  const reading = sizeOf(request(stalled(10)), { signal: ended.signal });
  ended.abort(new Error("gave way"));
  await expect(reading).rejects.toThrow("gave way");
});

import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { keepPermit, type PermitHolder, withoutPermit, withPermitHolder } from "./permit.ts";
import { createSemaphore } from "./semaphore.ts";

const open = (perOwner = 2) => createSemaphore({ concurrency: 4, perOwner, waiting: 10 });

async function rounds(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await setImmediate();
}

/** A request that takes a permit and then works. */
const request = (
  semaphore: ReturnType<typeof open>,
  owner: string,
  work: () => Promise<unknown>,
): Promise<unknown> =>
  withPermitHolder(async (holder) => {
    holder.hold(await semaphore.enter({ owner }));
    return work();
  });

test("an owner with `perOwner` permits waits, also if others are free", async () => {
  const [semaphore, first] = [open(1), Promise.withResolvers<void>()];
  const begun: string[] = [];
  const one = request(semaphore, "a", () => first.promise);
  const two = request(semaphore, "a", async () => begun.push("two"));
  await rounds();
  expect(begun).toEqual([]);
  first.resolve();
  await Promise.all([one, two]);
  expect(begun).toEqual(["two"]);
});

test("a request gives its permit back while it waits elsewhere, and comes back before the owner's new requests", async () => {
  const semaphore = open(1);
  const [outside, inside] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const login = request(semaphore, "a", async () => {
    await withoutPermit(() => outside.promise);
    order.push("login");
  });
  const second = request(semaphore, "a", () => {
    order.push("second");
    return inside.promise;
  });
  const third = request(semaphore, "a", async () => order.push("third"));
  await rounds();
  outside.resolve();
  await rounds();
  expect(order).toEqual(["second"]);
  inside.resolve();
  await Promise.all([login, second, third]);
  expect(order).toEqual(["second", "login", "third"]);
});

test("a full queue never refuses a request that comes back", async () => {
  const semaphore = createSemaphore({ concurrency: 2, perOwner: 1, waiting: 1 });
  const [outside, inside] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const login = request(semaphore, "a", () => withoutPermit(() => outside.promise));
  await rounds();
  const second = request(semaphore, "a", () => inside.promise);
  const waiting = request(semaphore, "a", async () => {});
  await rounds();
  outside.resolve();
  await rounds();
  await expect(request(semaphore, "a", async () => {})).rejects.toMatchObject({ code: "unavailable" });
  inside.resolve();
  await Promise.all([login, second, waiting]);
});

test.each([
  ["succeeds", async () => {}],
  ["fails", () => Promise.reject(new Error("It failed"))],
  ["fails elsewhere", () => withoutPermit(() => Promise.reject(new Error("It failed")))],
  ["ends while a part of it is elsewhere", async () => void withoutPermit(() => rounds())],
  [
    "ends while a part of it comes back",
    () => Promise.race([withoutPermit(() => setImmediate()), setImmediate()]),
  ],
])("a request that %s gives its permit back", async (_how, work) => {
  const semaphore = open(1);
  for (let turn = 0; turn < 3; turn += 1) await request(semaphore, "a", work).catch(() => {});
  await rounds();
  expect(await request(semaphore, "a", async () => "free")).toBe("free");
});

test("a queue of its own, such as that of passwords, holds the permit of no request", async () => {
  const [writes, hashing] = [open(1), createSemaphore({ concurrency: 1, waiting: 10 })];
  const busy = Promise.withResolvers<void>();
  const holder = hashing.take({ owner: "b" }, () => busy.promise);
  const login = request(writes, "a", () => hashing.take({ owner: "a" }, async () => {}));
  await rounds();
  expect(await request(writes, "a", async () => "other tab")).toBe("other tab");
  busy.resolve();
  await Promise.all([holder, login]);
});

test("two parts of a request that wait elsewhere give its permit back once", async () => {
  const semaphore = open(1);
  const outside = Promise.withResolvers<void>();
  const first = request(semaphore, "a", () =>
    Promise.all([withoutPermit(() => outside.promise), withoutPermit(() => setImmediate())]),
  );
  await rounds();
  expect(await request(semaphore, "a", async () => "second")).toBe("second");
  outside.resolve();
  await first;
  expect(await request(semaphore, "a", async () => "third")).toBe("third");
});

test("a transaction keeps the permit of its request", async () => {
  const semaphore = open(1);
  const outside = Promise.withResolvers<void>();
  const begun: string[] = [];
  const writing = request(semaphore, "a", () => keepPermit(() => withoutPermit(() => outside.promise)));
  const second = request(semaphore, "a", async () => begun.push("second"));
  await rounds();
  expect(begun).toEqual([]);
  outside.resolve();
  await Promise.all([writing, second]);
  expect(begun).toEqual(["second"]);
});

test("a permit that arrives after the end of its request is given back", async () => {
  const semaphore = open(1);
  let late: PermitHolder | undefined;
  await withPermitHolder(async (holder) => void (late = holder));
  late?.hold(await semaphore.enter({ owner: "a" }));
  expect(await request(semaphore, "a", async () => "free")).toBe("free");
});

test("work outside a request runs unchanged", async () => {
  expect(await withoutPermit(() => keepPermit(async () => "done"))).toBe("done");
});

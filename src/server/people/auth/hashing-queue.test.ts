import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHashingQueue, hashingOptions } from "./hashing-queue.ts";

// Only the test moves the clock. On a busy machine, a real clock would lower the used time between two turns.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Opens a queue. Each call of `endOne` finishes the oldest task. */
function openQueue({ concurrency = 1, waiting = 100 }) {
  const queue = createHashingQueue({ concurrency, waiting, share: 1 });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    refused,
    ask(network: string, account: string, times = 1): void {
      for (let time = 0; time < times; time += 1) {
        const work = () => {
          begun.push(`${network} ${account}`);
          return new Promise<void>((resolve) => void ends.push(resolve));
        };
        void queue.run({ network, account }, work).catch(({ code }) => {
          refused.push(`${network} ${account} ${code}`);
        });
      }
    },
    async endOne(): Promise<void> {
      await setImmediate();
      vi.advanceTimersByTime(20);
      ends.shift()?.();
      await setImmediate();
    },
  };
}

test("an account that floods the queue delays another account at its address by only one password", async () => {
  const { ask, begun, endOne } = openQueue({});
  ask("campus", "flood", 50);
  ask("campus", "student");
  await endOne();
  expect(begun).toEqual(["campus flood", "campus student"]);
});

test("an address that floods the queue with many accounts delays another address by only one password", async () => {
  const { ask, begun, endOne } = openQueue({});
  for (let index = 0; index < 50; index += 1) ask("flood", `name${index}`);
  ask("home", "student");
  await endOne();
  expect(begun).toEqual(["flood name0", "home student"]);
});

test("a full queue refuses only the account that floods it", async () => {
  const { ask, begun, refused, endOne } = openQueue({ waiting: 10 });
  ask("flood", "one", 4);
  ask("flood", "two", 40);
  ask("home", "student");
  await setImmediate();
  expect(refused).toEqual(Array(34).fill("flood two unavailable"));
  for (let time = 0; time < 11; time += 1) await endOne();
  expect(begun).toHaveLength(11);
  expect(begun.filter((one) => one === "flood one")).toHaveLength(4);
  expect(begun).toContain("home student");
});

test("a failed task frees its permit in the queue", async () => {
  const queue = createHashingQueue({ concurrency: 1, waiting: 1, share: 1 });
  const by = { network: "home", account: "student" };
  await expect(queue.run(by, async () => Promise.reject(new Error("It failed")))).rejects.toThrow(
    "It failed",
  );
  expect(await queue.run(by, async () => "done")).toBe("done");
});

test("with a share of one half, a permit of the queue rests as long as its task took", async () => {
  const queue = createHashingQueue({ concurrency: 1, waiting: 10, share: 0.5 });
  const begun: number[] = [];
  const work = async () => {
    begun.push(performance.now());
    vi.advanceTimersByTime(20);
  };
  const both = ["one", "two"].map((account) => queue.run({ network: "home", account }, work));
  await both[0];
  await setImmediate();
  expect(begun).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20);
  await both[1];
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBe(40);
});

test.each([
  [1, 1],
  [2, 1],
  [2, 2],
  [4, 1],
  [8, 1],
  [8, 8],
  [64, 64],
])("on %i cores, %i processes together hash on at most half of the cores", (cores, processes) => {
  const { concurrency, share } = hashingOptions(cores, processes);
  expect(concurrency).toBeGreaterThanOrEqual(1);
  expect(concurrency).toBeLessThanOrEqual(2);
  expect(concurrency * share * processes).toBeLessThanOrEqual(cores / 2);
});

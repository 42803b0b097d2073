import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSemaphore, RequestAborted, type Requester, type SemaphoreOptions } from "./semaphore.ts";

/** Opens a semaphore whose requesters keep their permits until the test ends them. */
function openSemaphore(options: SemaphoreOptions) {
  // Only the test moves the clock, so that used time shrinks by the same amount on every machine.
  let now = 0;
  const semaphore = createSemaphore({ clock: () => now, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const holds = new Map<string, PromiseWithResolvers<void>>();

  function ask(name: string, requester: Partial<Requester> = {}): Promise<void> {
    const hold = Promise.withResolvers<void>();
    holds.set(name, hold);
    const [owner = ""] = name.split(" ");
    const use = () => {
      begun.push(name);
      return hold.promise;
    };
    return semaphore.take({ owner, ...requester }, use).catch((error: unknown) => {
      refused.push(name);
      throw error;
    });
  }

  return {
    semaphore,
    begun,
    refused,
    /** @param name of the request; it begins with the owner */
    ask,
    /** Requests many permits, and ignores the results. */
    async flood(names: string[]) {
      for (const name of names) void ask(name).catch(() => {});
      await setImmediate();
    },
    async end(name: string) {
      now += 20;
      holds.get(name)?.resolve();
      await setImmediate();
    },
  };
}

const numbered = (owner: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${owner} ${index + 1}`);

test("a semaphore gives its permits out at once, then in order of arrival", async () => {
  const { ask, begun, end, semaphore } = openSemaphore({ concurrency: 2, waiting: 2 });
  const all = ["a", "b", "c", "d"].map((name) => ask(name));
  await setImmediate();
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c", "d"]) await end(name);
  await Promise.all(all);
  expect(await semaphore.take({ owner: "e" }, async () => "free again")).toBe("free again");
});

test("the requests of one owner start in order of arrival while the clock ticks", async () => {
  let now = 0;
  const clock = () => (now += 0.001);
  const { ask, begun, end } = openSemaphore({ concurrency: 1, waiting: 9, clock });
  const names = numbered("student", 5);
  const all = names.map((name) => ask(name));
  for (const name of names) {
    await setImmediate();
    now += 1_000;
    await end(name);
  }
  await Promise.all(all);
  expect(begun).toEqual(names);
});

test("a failed task frees its permit", async () => {
  const { semaphore } = openSemaphore({ concurrency: 1, waiting: 1 });
  const failing = semaphore.take({ owner: "a" }, async () => {
    throw new Error("It failed");
  });
  const next = semaphore.take({ owner: "b" }, async () => "done");
  await expect(failing).rejects.toThrow("It failed");
  expect(await next).toBe("done");
});

test("the last permit stays free for another person while one person's requests wait", async () => {
  const { flood, begun } = openSemaphore({ concurrency: 3, waiting: 100 });
  await flood(numbered("flooder", 50));
  expect(begun).toEqual(["flooder 1", "flooder 2"]);
  await flood(["student"]);
  expect(begun).toEqual(["flooder 1", "flooder 2", "student"]);
});

test("a person gets a second permit only while nobody else waits", async () => {
  const { flood, begun, end } = openSemaphore({ concurrency: 3, waiting: 100 });
  await flood([...numbered("a", 2), "b"]);
  await flood([...numbered("c", 2), "d", "e"]);
  await end("b");
  await end("a 2");
  expect(begun.slice(3)).toEqual(["c 1", "d"]);
  await end("a 1");
  expect(begun.slice(3)).toEqual(["c 1", "d", "e"]);
});

test("the person who used less time goes first, until the other person's time is forgiven", async () => {
  let now = 0;
  const options = { concurrency: 1, waiting: 10, clock: () => now };
  const { flood, begun, end } = openSemaphore(options);
  await flood(["slow 1"]);
  now += 8_000;
  await end("slow 1");
  await flood(["a", "slow 2", "b", "c"]);
  for (const name of ["a", "b", "c"]) await end(name);
  expect(begun).toEqual(["slow 1", "a", "b", "c", "slow 2"]);
  await end("slow 2");
  now += 80_000;
  await flood(["d", "slow 3", "e"]);
  for (const name of ["d", "slow 3"]) await end(name);
  expect(begun.slice(5)).toEqual(["d", "slow 3", "e"]);
});

test("the full queue refuses the newest request of the person with the most waiting requests", async () => {
  const { flood, refused, begun, end } = openSemaphore({ concurrency: 1, waiting: 3 });
  await flood(["a"]);
  await flood(numbered("flooder", 3));
  await flood(["b", "c"]);
  expect(refused).toEqual(["flooder 3", "flooder 2"]);
  for (const name of ["a", "flooder 1", "b"]) await end(name);
  expect(begun).toEqual(["a", "flooder 1", "b", "c"]);
});

test("a hundred waiting accounts fill the queue, and the next request gets a time to try again", async () => {
  const { flood, refused, ask } = openSemaphore({ concurrency: 2, waiting: 98 });
  await flood(numbered("account", 100).map((name) => name.replace(" ", "-")));
  await expect(ask("student")).rejects.toMatchObject({ code: "unavailable", retryAfter: 10 });
  expect(refused).toEqual(["student"]);
});

test("a queue of 20,000 requests accepts and refuses requests fast", async () => {
  // If the work grew with the square of the queue's length, this test would take minutes.
  const { semaphore, refused, flood } = openSemaphore({ concurrency: 1, waiting: 20_000 });
  void semaphore.take({ owner: "holder" }, () => new Promise(() => {}));
  const names = Array.from({ length: 20_020 }, (_, index) => `account-${index % 1_000} ${index}`);
  await flood(names);
  expect(refused).toHaveLength(20);
});

test("only urgent requests get reserved permits", async () => {
  const { flood, begun, ask } = openSemaphore({ concurrency: 3, reserved: 1, waiting: 10 });
  await flood(["a", "b", "c"]);
  expect(begun).toEqual(["a", "b"]);
  void ask("reader", { isUrgent: true });
  await setImmediate();
  expect(begun).toEqual(["a", "b", "reader"]);
});

test("an aborted request leaves the queue, and its task never runs", async () => {
  const { semaphore, ask, begun, end } = openSemaphore({ concurrency: 1, waiting: 1 });
  void ask("a");
  const leaving = new AbortController();
  const gone = ask("b", { signal: leaving.signal });
  leaving.abort();
  await expect(gone).rejects.toBeInstanceOf(RequestAborted);
  const late = semaphore.take({ owner: "c", signal: leaving.signal }, async () => {});
  await expect(late).rejects.toBeInstanceOf(RequestAborted);
  void ask("d");
  await end("a");
  expect(begun).toEqual(["a", "d"]);
});

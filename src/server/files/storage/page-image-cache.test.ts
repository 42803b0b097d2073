import { expect, test } from "vitest";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { createSemaphore } from "../../platform/semaphore.ts";
import { createPageImageCache } from "./page-image-cache.ts";

const IMAGE = new Uint8Array([1, 2, 3]);

/** Opens a cache with a semaphore. No image is finished before the test calls `open`. */
function openCache(waiting: number) {
  const cache = createPageImageCache(withScratchFolder());
  const permits = createSemaphore({ concurrency: 3, waiting });
  const opened = Promise.withResolvers<void>();
  const made: string[] = [];
  const ask = (owner: string, page: number): Promise<Uint8Array> => {
    const make = async () => {
      made.push(`${owner} ${page}`);
      await opened.promise;
      return IMAGE;
    };
    return cache.get("a".repeat(64), `${page}-1000.webp`, make, (use) => permits.take({ owner }, use));
  };
  return { cache, ask, made, open: opened.resolve };
}

test("a reader of a page image doesn't wait behind another requester's flood", async () => {
  const { ask, made, open } = openCache(50);
  const flood = Array.from({ length: 10 }, (_, page) => ask("flood", page));
  // The flood holds two permits; its other requests wait.
  await expect.poll(() => made).toHaveLength(2);
  const read = ask("reader", 9);
  await expect.poll(() => made[2]).toBe("reader 9");
  open();
  const images = await Promise.all([read, ...flood]);
  expect(images.map((image) => [...image])).toEqual(Array.from({ length: 11 }, () => [...IMAGE]));
  // The flood's request for page 9 got the reader's image.
  expect(made).toHaveLength(10);
});

test("a reader of a page image isn't refused because of another requester's flood", async () => {
  const { cache, ask, made, open } = openCache(3);
  const flood = Array.from({ length: 5 }, (_, page) => ask("flood", page));
  const settled = Promise.allSettled(flood);
  await expect.poll(() => made).toHaveLength(2);
  const read = Promise.allSettled([ask("reader", 4)]);
  // When this call resolves, the reader's request has already checked whether the image exists.
  await cache.get("b".repeat(64), "1-1000.webp", async () => IMAGE);
  const others = Promise.all([ask("second", 7), ask("third", 8)]);
  await expect(flood[4]).rejects.toMatchObject({ code: "unavailable" });
  open();
  expect(await read).toMatchObject([{ status: "fulfilled" }]);
  expect(await others).toHaveLength(2);
  await settled;
});

test("readers share a page image that is being made, and make it again if its requester is refused", async () => {
  const { cache, ask, made, open } = openCache(50);
  const refused = Promise.withResolvers<Uint8Array>();
  const begun = Promise.withResolvers<void>();
  const make = () => {
    begun.resolve();
    return refused.promise;
  };
  const first = cache.get("a".repeat(64), "1-1000.webp", make).catch((error: DomainError) => error.code);
  await begun.promise;
  const others = [ask("one", 1), ask("another", 1)];
  open();
  // When this call resolves, the other requests wait for the first request.
  await ask("another", 2);
  refused.reject(new DomainError("unavailable", { retryAfter: 10 }));
  expect(await first).toBe("unavailable");
  expect(await Promise.all(others)).toHaveLength(2);
  expect(made).toHaveLength(2);
});

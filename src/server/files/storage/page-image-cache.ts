import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDomainError } from "../../../shared/problems/errors.ts";
import { readOwn } from "./own-file.ts";
import { PART, writeDurably } from "./write-durably.ts";

/** Removal of a folder is retried, because another process may write an image into it. The pause is in ms. */
const WHILE_DRAWN = { maxRetries: 10, retryDelay: 5 };

/** Calls `use` when the requester has a permit. */
export type WithPermit = <T>(use: () => Promise<T>) => Promise<T>;

/** Images of pages. The cache only saves time: the server can draw an image again at any time. */
export interface PageImageCache {
  /**
   * @param sha256 of the file
   * @param name of the image, such as `1-480`
   * @param make makes a missing image; later requesters wait for the running call
   * @param withPermit waits for a permit and then calls `use`. An image is shared only after its permit
   * began, so that nobody waits in another requester's queue. Default: it calls `use` at once
   * @throws the errors of `make` and `withPermit`
   */
  get(
    sha256: string,
    name: string,
    make: () => Promise<Uint8Array>,
    withPermit?: WithPermit,
  ): Promise<Uint8Array>;
  /** Removes all images of these files. */
  remove(sha256s: string[]): Promise<void>;
  /** The SHA-256s of the files that have images, in no order. */
  list(): AsyncIterable<string>;
  /** Removes the oldest images until the cache is at most `most` bytes in size. */
  shrink(most: number): Promise<void>;
  /**
   * Removes incomplete files that are older than `before` (epoch milliseconds). A killed process leaves such
   * files.
   */
  removeParts(before: number): Promise<void>;
}

/** A cache in a local folder. The folder can be emptied at any time. */
export function createPageImageCache(folder: string): PageImageCache {
  const making = new Map<string, Promise<Uint8Array>>();
  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  /**
   * The image that another requester is making; undefined if there is none, or if that requester was refused.
   */
  const theirs = (id: string) =>
    making.get(id)?.catch((error: unknown) => {
      if (isDomainError(error) && error.code === "unavailable") return undefined;
      throw error;
    });

  async function makeNew(sha256: string, name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const bytes = await make();
    // If the disk is full, the image is not saved, but the reader still gets it.
    await writeDurably(join(folderOf(sha256), name), bytes).catch(() => {});
    return bytes;
  }

  return {
    async get(sha256, name, make, withPermit = (use) => use()) {
      const id = `${sha256}/${name}`;
      const read = () => readOwn(join(folderOf(sha256), name)).catch(() => undefined);
      /**
       * Returns undefined if another requester is already making the image. The caller then waits for that
       * image without a permit.
       */
      const makeOwn = async () => {
        const kept = await read();
        if (kept || making.has(id)) return kept;
        const running = makeNew(sha256, name, make).finally(() => making.delete(id));
        making.set(id, running);
        return running;
      };
      for (;;) {
        const image =
          (await read()) ?? (await theirs(id)) ?? (await withPermit<Uint8Array | undefined>(makeOwn));
        if (image) return image;
      }
    },
    async remove(sha256s) {
      for (const sha256 of sha256s) {
        await rm(folderOf(sha256), { recursive: true, force: true, ...WHILE_DRAWN });
      }
    },
    list: shelves,
    async shrink(most) {
      const images = [];
      for await (const image of everything()) images.push(image);
      let left = images.reduce((sum, { size }) => sum + size, 0);
      for (const { path, size } of images.toSorted((a, b) => a.writtenAt - b.writtenAt)) {
        if (left <= most) break;
        await rm(path, { force: true });
        left -= size;
      }
    },
    async removeParts(before) {
      for await (const { path, writtenAt } of everything())
        if (path.endsWith(PART) && writtenAt < before) await rm(path, { force: true });
    },
  };

  async function* shelves(): AsyncIterable<string> {
    for (const shelf of await readdir(folder).catch(() => []))
      yield* await readdir(join(folder, shelf)).catch(() => []);
  }

  async function* everything(): AsyncIterable<{ path: string; size: number; writtenAt: number }> {
    for await (const sha256 of shelves()) {
      for (const name of await readdir(folderOf(sha256)).catch(() => [])) {
        const path = join(folderOf(sha256), name);
        const stats = await lstat(path).catch(() => undefined);
        if (stats) yield { path, size: stats.size, writtenAt: stats.mtimeMs };
      }
    }
  }
}

import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { RequestAborted } from "../semaphore.ts";
import { PART, writeDurably } from "./write-durably.ts";

/** Somebody may draw into a folder just while it goes. Pauses in ms. */
const WHILE_DRAWN = { maxRetries: 10, retryDelay: 5 };

/** Images made of files, to be had again at any time: no more than a saving. */
export interface PageCache {
  /**
   * @param sha256 of the file @param name of the image, such as `1-480`
   * @param make called for a missing image; simultaneous requests wait for one call, and call again if that one is
   *   aborted (`RequestAborted`)
   */
  get(sha256: string, name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
  /** Forgets everything made of these files. */
  forget(sha256s: string[]): Promise<void>;
  /** The files of which something is made, in no order. */
  list(): AsyncIterable<string>;
  /** Removes the oldest images until no more than so many bytes are left. */
  shrink(most: number): Promise<void>;
  /** Removes what a killed process left half written before then, in epoch milliseconds. */
  forgetParts(before: number): Promise<void>;
}

/** In a local folder, which may be emptied at any time. */
export function createPageCache(folder: string): PageCache {
  const making = new Map<string, Promise<Uint8Array>>();
  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  async function makeNew(sha256: string, name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const bytes = await make();
    // A full disk costs the saving and not the picture.
    await writeDurably(join(folderOf(sha256), name), bytes).catch(() => {});
    return bytes;
  }

  return {
    async get(sha256, name, make) {
      const kept = await readFile(join(folderOf(sha256), name)).catch(() => undefined);
      if (kept) return kept;
      const id = `${sha256}/${name}`;
      const others = making.get(id);
      if (others)
        return others.catch((error) =>
          error instanceof RequestAborted ? this.get(sha256, name, make) : Promise.reject(error),
        );
      const running = makeNew(sha256, name, make).finally(() => making.delete(id));
      making.set(id, running);
      return running;
    },
    async forget(sha256s) {
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
    async forgetParts(before) {
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
        const facts = await stat(path).catch(() => undefined);
        if (facts) yield { path, size: facts.size, writtenAt: facts.mtimeMs };
      }
    }
  }
}

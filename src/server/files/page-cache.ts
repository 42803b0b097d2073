import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomKey } from "../ids.ts";

/** Images made of files, to be had again at any time: no more than a saving. */
export interface PageCache {
  /**
   * @param sha256 of the file @param name of the image, such as `1-480`
   * @param make called where it is not there; several who ask at once wait for one
   */
  get(sha256: string, name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
  /** Forgets everything made of these files. */
  forget(sha256s: string[]): Promise<void>;
}

/** In a local folder, which may be emptied at any time. */
export function createPageCache(folder: string): PageCache {
  const making = new Map<string, Promise<Uint8Array>>();
  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  async function makeNew(sha256: string, name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const bytes = await make();
    const path = join(folderOf(sha256), name);
    const part = `${path}.${randomKey()}.part`;
    // A full disk costs the saving and not the picture.
    await mkdir(folderOf(sha256), { recursive: true })
      .then(() => writeFile(part, bytes))
      .then(() => rename(part, path))
      .catch(() => rm(part, { force: true }))
      .catch(() => {});
    return bytes;
  }

  return {
    async get(sha256, name, make) {
      const kept = await readFile(join(folderOf(sha256), name)).catch(() => undefined);
      if (kept) return kept;
      const id = `${sha256}/${name}`;
      const running = making.get(id) ?? makeNew(sha256, name, make).finally(() => making.delete(id));
      making.set(id, running);
      return running;
    },
    async forget(sha256s) {
      for (const sha256 of sha256s) {
        await rm(folderOf(sha256), { recursive: true, force: true });
      }
    },
  };
}

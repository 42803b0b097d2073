import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { storageFailure, syncFolder, writeDurably } from "../../files/index.ts";
import { problem } from "./backup-problem.ts";
import { entriesOf, ignoreMissing } from "./folders.ts";
import { isOwnKey, isOwnPart } from "./keys.ts";
import type { Place, Stored } from "./place.ts";

/** The folder for unfinished work. It is on the same disk, so that a finished file only needs a new name. */
const WORK = "work";
/** The folder that every place has from its first backup on. */
const MANIFESTS = "backups";
/** The other folders of a place. */
const CONTENT = ["databases", "files", WORK];
const DENIED = new Set(["EACCES", "EPERM", "EROFS"]);

/** Whether the system refuses to write. */
export const isDenied = ({ code = "" }: NodeJS.ErrnoException): boolean => DENIED.has(code);

/** A place in a local folder. @param folder an absolute path whose parent exists */
export function createFolderPlace(folder: string): Place {
  const pathOf = (key: string) => join(folder, key);

  /** Turns an error of the system into a sentence. */
  async function reached<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: NodeJS.ErrnoException) => {
      const { code = "" } = error;
      if (storageFailure(error) === "no_room") throw problem("placeFull", folder);
      if (isDenied(error)) throw problem("placeDenied", folder);
      if (code === "ENOTDIR") throw problem("notFolder", folder);
      throw code ? problem("placeFailed", folder, code) : error;
    });
  }

  async function* everything(path: string, prefix: string): AsyncIterable<Stored> {
    for (const entry of await reached(entriesOf(path))) {
      const key = prefix + entry.name;
      if (entry.isDirectory()) yield* everything(join(path, entry.name), `${key}/`);
      else if (entry.isFile()) {
        const facts = await stat(join(path, entry.name)).catch(ignoreMissing);
        if (facts) yield { key, bytes: facts.size, writtenAt: facts.mtimeMs };
      }
    }
  }

  return {
    name: folder,
    work: pathOf(WORK),

    async prepare() {
      // Only the last part is created: a missing parent is a wrong name, or a disk that is not mounted.
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") throw problem("noParent", dirname(folder));
        if (error.code !== "EEXIST") return reached(Promise.reject(error));
        return undefined;
      });
      const entries = await reached(readdir(folder));
      if (entries.includes(MANIFESTS)) return;
      // A folder with such names that is no place, for example a home folder, keeps its content.
      if (entries.some((entry) => CONTENT.includes(entry))) throw problem("placeUsed", folder);
      await reached(mkdir(pathOf(MANIFESTS), { mode: 0o700 }));
    },

    async *list(prefix) {
      for await (const stored of everything(pathOf(prefix), prefix)) if (isOwnKey(stored.key)) yield stored;
    },

    async read(key) {
      const file = await reached(open(pathOf(key), "r").catch(ignoreMissing));
      return file && chunksOf(createReadStream("", { fd: file }), reached);
    },

    put: (key, bytes) => reached(writeDurably(pathOf(key), bytes)),

    async putFile(key, path) {
      const target = pathOf(key);
      await reached(
        (async () => {
          await mkdir(dirname(target), { recursive: true });
          await sync(path);
          await rename(path, target);
          await syncFolder(dirname(target));
        })(),
      );
    },

    remove: (key) => reached(rm(pathOf(key), { force: true })),

    async removeParts(before) {
      for (const prefix of ["backups/", "databases/", "files/"])
        for await (const { key, writtenAt } of everything(pathOf(prefix), prefix))
          if (isOwnPart(key) && writtenAt < before) await reached(rm(pathOf(key), { force: true }));
    },
  };
}

async function* chunksOf(
  stream: AsyncIterable<Uint8Array>,
  reached: <T>(work: Promise<T>) => Promise<T>,
): AsyncIterable<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await reached(chunks.next());
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** Without fsync, a power cut can lose the content. */
async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

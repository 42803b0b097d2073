import { constants, createReadStream } from "node:fs";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { storageFailure, syncFolder, writeDurably } from "../../files/index.ts";
import { problem } from "./backup-problem.ts";
import { LIST_BOUNDS, type ListBounds } from "./bounds.ts";
import { entriesOf, ignoreMissing } from "./folders.ts";
import { isOwnKey, isOwnPart } from "./keys.ts";
import type { Place, Stored } from "./place.ts";

/** The folder for unfinished work. It is on the same disk, so that a finished file only needs a new name. */
const WORK = "work";
/** The folder that every place has from its first backup on. */
const MANIFESTS = "backups";
/** The other folders of a place. */
const CONTENT = ["databases", "files", WORK];
/** The folders in `files`. */
const SHELF = /^[0-9a-f]{2}$/;
const DENIED = new Set(["EACCES", "EPERM", "EROFS"]);
/** Neither follows a link nor waits for somebody to write into a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Whether the system refuses to write. */
export const isDenied = ({ code = "" }: NodeJS.ErrnoException): boolean => DENIED.has(code);

/**
 * A place in a local folder.
 * @param folder an absolute path whose parent exists; the folder itself may be a link
 */
export function createFolderPlace(folder: string, { entries: limit }: ListBounds = LIST_BOUNDS): Place {
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

  /**
   * Refuses links to other folders: the archive's own files have the same names, and a removal would delete them.
   * @param key of an object, or of a folder with a `/` at its end
   * @returns the path of the object
   * @throws BackupProblem placeLink
   */
  async function checked(key: string): Promise<string> {
    for (let end = key.indexOf("/"); end !== -1; end = key.indexOf("/", end + 1)) {
      const path = pathOf(key.slice(0, end));
      const facts = await reached(lstat(path).catch(ignoreMissing));
      if (facts?.isSymbolicLink()) throw problem("placeLink", path);
    }
    return pathOf(key);
  }

  /** The files below a folder of the place. @throws BackupProblem placeLink, placeTooLarge */
  async function* everything(prefix: string): AsyncIterable<Stored> {
    let seen = 0;
    async function* below(under: string): AsyncIterable<Stored> {
      for await (const entry of readable(entriesOf(await checked(under)), reached)) {
        if (++seen > limit) throw problem("placeTooLarge", folder);
        const key = under + entry.name;
        if (entry.isDirectory() && under === "files/" && SHELF.test(entry.name)) yield* below(`${key}/`);
        if (!entry.isFile() || !(isOwnKey(key) || isOwnPart(key))) continue;
        const facts = await reached(lstat(pathOf(key)).catch(ignoreMissing));
        if (facts?.isFile()) yield { key, bytes: facts.size, writtenAt: facts.mtimeMs };
      }
    }
    yield* below(prefix);
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
      const has = async (name: string) => {
        await checked(`${name}/`);
        return (await reached(lstat(pathOf(name)).catch(ignoreMissing))) !== undefined;
      };
      const content = await Promise.all(CONTENT.map(has));
      if (await has(MANIFESTS)) return;
      // A folder with such names that is no place, for example a home folder, keeps its content.
      if (content.includes(true)) throw problem("placeUsed", folder);
      await reached(mkdir(pathOf(MANIFESTS), { mode: 0o700 }));
    },

    async *list(prefix) {
      for await (const stored of everything(prefix)) if (isOwnKey(stored.key)) yield stored;
    },

    async read(key, maxBytes) {
      const path = await checked(key);
      // ELOOP: it is a link. ENXIO: it is a socket.
      const file = await reached(
        open(path, FLAGS).catch((error: NodeJS.ErrnoException) =>
          error.code === "ELOOP" || error.code === "ENXIO" ? undefined : ignoreMissing(error),
        ),
      );
      if (!file) return undefined;
      if (!(await file.stat()).isFile()) {
        await file.close();
        return undefined;
      }
      return readable(createReadStream("", { fd: file, end: maxBytes }), reached);
    },

    put: async (key, bytes) => reached(writeDurably(await checked(key), bytes)),

    async putFile(key, path) {
      const target = await checked(key);
      await reached(
        (async () => {
          await mkdir(dirname(target), { recursive: true });
          await sync(path);
          await rename(path, target);
          await syncFolder(dirname(target));
        })(),
      );
    },

    remove: async (key) => reached(rm(await checked(key), { force: true })),

    async removeParts(before) {
      for (const prefix of ["backups/", "databases/", "files/"])
        for await (const { key, writtenAt } of everything(prefix))
          if (isOwnPart(key) && writtenAt < before) await reached(rm(pathOf(key), { force: true }));
    },
  };
}

/** Passes on what the system reads, with a sentence for its errors. */
async function* readable<T>(
  source: AsyncIterable<T>,
  reached: <R>(work: Promise<R>) => Promise<R>,
): AsyncIterable<T> {
  const items = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await reached(items.next());
      if (done) return;
      yield value;
    }
  } finally {
    await items.return?.();
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

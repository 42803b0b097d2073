import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { randomKey } from "../../platform/index.ts";
import { openOwn, readOwn } from "./own-file.ts";
import { PART, writeDurably } from "./write-durably.ts";

/** The name of bytes that were set aside: their SHA-256, a dot, and a random key. */
export type Aside = string;

/** The first and the last byte of a range, both counted from 0 and both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores bytes under their SHA-256. Unneeded bytes are set aside before their removal, so that a new upload
 * of the same bytes can restore them (`discardBytes`). Each set-aside name is random, so two processes that
 * discard the same bytes never use the same name.
 */
export interface FileStore {
  /** Stores the bytes on durable storage. @returns their SHA-256 in hex */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws an error with code ENOENT if the bytes don't exist */
  get(sha256: string): Promise<Uint8Array>;
  /** A range of the bytes as a stream. @throws the same errors as `get` */
  stream(sha256: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  has(sha256: string): Promise<boolean>;
  /** Asks the service of the store whether it responds. @throws its error, also for a missing bucket */
  check(): Promise<void>;
  /** @returns the name for `bringBack` or `remove`; undefined if the bytes don't exist */
  setAside(sha256: string): Promise<Aside | undefined>;
  bringBack(aside: Aside): Promise<void>;
  /** Deletes bytes that were set aside. It does nothing if they don't exist. */
  remove(aside: Aside): Promise<void>;
  /** All bytes, stored or set aside, in no order. `writtenAt` is in epoch milliseconds. */
  list(): AsyncIterable<{ sha256: string; writtenAt: number; aside?: Aside }>;
  /**
   * Removes incomplete files that are older than `before` (epoch milliseconds). A killed process leaves such
   * files.
   */
  removeParts(before: number): Promise<void>;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const newAside = (sha256: string): Aside => `${sha256}.${randomKey()}`;
export const sha256Aside = (aside: Aside): string => aside.slice(0, aside.indexOf("."));

/** The suffix of a file that was set aside. */
const ASIDE = ".aside";
const NAME = /^([0-9a-f]{64})(?:\.[0-9a-f]{32})?$/;

/** Parses a name in a store; undefined for a foreign name. */
export function parseName(name: string): { sha256: string; aside?: Aside } | undefined {
  const sha256 = NAME.exec(name)?.[1];
  if (sha256 === undefined) return undefined;
  return sha256 === name ? { sha256 } : { sha256, aside: name };
}

/**
 * A store in a local folder. It keeps equal bytes only once. The folder itself can be a link to another disk, but no link
 * in it leads out of it.
 */
export function createFolderStore(folder: string): FileStore {
  const shelfOf = (sha256: string) => join(folder, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(shelfOf(sha256), sha256);
  const exists = async (path: string): Promise<boolean> =>
    (await isFolder(dirname(path))) &&
    lstat(path).then(
      (stats) => stats.isFile(),
      () => false,
    );
  /** @throws an error with the code of a folder that can't be written, if a link stands in the place of a shelf */
  async function requireShelf(sha256: string): Promise<void> {
    const stats = await lstat(shelfOf(sha256)).catch(() => undefined);
    if (stats && !stats.isDirectory())
      throw Object.assign(new Error(`${shelfOf(sha256)} is no folder of the archive`), { code: "EACCES" });
  }
  const asidePath = (aside: Aside) => join(shelfOf(aside), aside + ASIDE);

  /** The path of the bytes. They may be set aside if a process was killed in `discardBytes`. */
  async function found(sha256: string): Promise<string> {
    if (await exists(pathOf(sha256))) return pathOf(sha256);
    const names = (await isFolder(shelfOf(sha256))) ? await readdir(shelfOf(sha256)).catch(() => []) : [];
    const aside = names.find((name) => name.startsWith(`${sha256}.`) && name.endsWith(ASIDE));
    if (aside !== undefined) return join(shelfOf(sha256), aside);
    throw Object.assign(new Error("The archive has no such file"), { code: "ENOENT" });
  }

  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      await requireShelf(sha256);
      await writeDurably(pathOf(sha256), bytes);
      return sha256;
    },
    get: async (sha256) => readOwn(await found(sha256)),
    async stream(sha256, range) {
      const file = await openOwn(await found(sha256));
      return Readable.toWeb(
        createReadStream("", { fd: file, ...range }),
      ) as unknown as ReadableStream<Uint8Array>;
    },
    has: (sha256) => exists(pathOf(sha256)),
    // The first upload makes the folder.
    check: async () => {},
    async setAside(sha256) {
      const aside = newAside(sha256);
      await requireShelf(sha256);
      const wasThere = await rename(pathOf(sha256), asidePath(aside)).then(() => true, ignoreMissing);
      return wasThere ? aside : undefined;
    },
    async bringBack(aside) {
      await requireShelf(aside);
      await rename(asidePath(aside), pathOf(sha256Aside(aside))).catch(ignoreMissing);
    },
    async remove(aside) {
      await requireShelf(aside);
      await rm(asidePath(aside), { force: true });
    },
    async *list() {
      for await (const { name, writtenAt } of everything()) {
        const known = parseName(name.endsWith(ASIDE) ? name.slice(0, -ASIDE.length) : name);
        if (known) yield { ...known, writtenAt };
      }
    },
    async removeParts(before) {
      for await (const { path, writtenAt } of everything())
        if (path.endsWith(PART) && writtenAt < before) await rm(path, { force: true });
    },
  };

  async function* everything(): AsyncIterable<{ path: string; name: string; writtenAt: number }> {
    for (const { name: shelf } of (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter(
      (one) => one.isDirectory(),
    )) {
      for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
        const path = join(folder, shelf, name);
        const stats = await lstat(path).catch(() => undefined);
        if (stats?.isFile()) yield { path, name, writtenAt: stats.mtimeMs };
      }
    }
  }
}

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOENT") throw error;
  return false;
}

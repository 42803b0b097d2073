import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { randomKey } from "../ids.ts";

/** The first and the last byte of a part, both counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Bytes by their SHA-256. Bytes that nobody needs are first set aside and only then removed, so that who keeps the
 * same bytes at that moment gets them back (`discardBytes`).
 */
export interface FileStore {
  /** Keeps the bytes durably. @returns their SHA-256 in hex */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws an error with code ENOENT where they are not there */
  get(sha256: string): Promise<Uint8Array>;
  /** A part of the bytes, as they come. @throws as `get` */
  stream(sha256: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  has(sha256: string): Promise<boolean>;
  setAside(sha256: string): Promise<void>;
  bringBack(sha256: string): Promise<void>;
  /** Forgets bytes that were set aside; it is no error when they are gone already. */
  remove(sha256: string): Promise<void>;
  /** Everything that is kept or set aside, in no order, with the time of its writing in epoch milliseconds. */
  list(): AsyncIterable<{ sha256: string; writtenAt: number }>;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const ASIDE = ".aside";

/** A local folder; the same bytes are kept once. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const asideOf = (sha256: string) => pathOf(sha256) + ASIDE;

  /** Of what was set aside by a process that was killed before it could decide, too. */
  async function found(sha256: string): Promise<string> {
    return (await exists(pathOf(sha256))) ? pathOf(sha256) : asideOf(sha256);
  }

  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      const path = pathOf(sha256);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomKey()}.part`;
      try {
        await writeDurably(part, bytes);
        // A rename is atomic: a reader sees the whole file or none.
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
      return sha256;
    },
    get: async (sha256) => readFile(await found(sha256)),
    async stream(sha256, range) {
      const file = await open(await found(sha256), "r");
      return Readable.toWeb(
        createReadStream("", { fd: file, ...range }),
      ) as unknown as ReadableStream<Uint8Array>;
    },
    has: (sha256) => exists(pathOf(sha256)),
    setAside: (sha256) => rename(pathOf(sha256), asideOf(sha256)).catch(ignoreMissing),
    bringBack: (sha256) => rename(asideOf(sha256), pathOf(sha256)).catch(ignoreMissing),
    remove: (sha256) => rm(asideOf(sha256), { force: true }),
    async *list() {
      for (const shelf of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          const facts = await stat(join(folder, shelf, name)).catch(() => undefined);
          const sha256 = name.replace(ASIDE, "");
          if (facts && /^[0-9a-f]{64}$/.test(sha256)) yield { sha256, writtenAt: facts.mtimeMs };
          else if (facts) await forgetPart(join(folder, shelf, name), facts.mtimeMs);
        }
      }
    },
  };
}

/** How long a part that nobody finishes may be in writing, in ms. */
const PART_LIMIT = 3_600_000;

/** What a killed process left half written. */
async function forgetPart(path: string, writtenAt: number): Promise<void> {
  if (path.endsWith(".part") && Date.now() - writtenAt > PART_LIMIT) await rm(path, { force: true });
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without it a power cut may forget the new name. Windows can't open folders, and needs no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

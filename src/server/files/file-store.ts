import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { PART, writeDurably } from "./write-durably.ts";

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
  list(): AsyncIterable<{ sha256: string; writtenAt: number; isAside: boolean }>;
  /** Removes what a killed process left half written before then, in epoch milliseconds. */
  forgetParts(before: number): Promise<void>;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const ASIDE = ".aside";
const SHA256 = /^[0-9a-f]{64}$/;

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
      await writeDurably(pathOf(sha256), bytes);
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
      for await (const { path, name, writtenAt } of everything()) {
        const sha256 = name.replace(ASIDE, "");
        if (SHA256.test(sha256)) yield { sha256, writtenAt, isAside: path.endsWith(ASIDE) };
      }
    },
    async forgetParts(before) {
      for await (const { path, writtenAt } of everything())
        if (path.endsWith(PART) && writtenAt < before) await rm(path, { force: true });
    },
  };

  async function* everything(): AsyncIterable<{ path: string; name: string; writtenAt: number }> {
    for (const shelf of await readdir(folder).catch(() => [])) {
      for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
        const path = join(folder, shelf, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts) yield { path, name, writtenAt: facts.mtimeMs };
      }
    }
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

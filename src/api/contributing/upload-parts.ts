import { constants } from "node:fs";
import { type FileHandle, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Upload } from "@tus/server";
import { isDomainError } from "../../shared/problems/errors.ts";
import {
  noSpace,
  openOwn,
  readOwn,
  requireOwn,
  UNFINISHED_LIMIT,
  UNSENT_LIMIT,
  type UploadSpace,
} from "../../server/files/index.ts";

const FACTS = ".json";
/** Typed as a string, because the library declares this method private. */
const MAKE_FOLDER: string = "checkOrCreateDirectory";

/**
 * How long bytes can exist without metadata, or metadata without bytes, in ms. A request creates or removes
 * both files at almost the same time.
 */
const ORPHAN_AGE = 60_000;

/** How many bytes are written between two looks at the free space of the disk. */
const CHECK_INTERVAL = 8_000_000;

interface Part {
  id: string;
  /** The number of bytes. */
  arrived: number;
  /** When the last byte arrived, in epoch milliseconds. */
  writtenAt: number;
  /** The account of the upload; undefined if the bytes or the metadata are missing. */
  owner: string | undefined;
  /** The time of the last write to the bytes or the metadata, in epoch milliseconds. */
  changedAt: number;
}

/** The parts of unfinished uploads. Each upload has a file with its bytes and a file with its metadata. */
export class UploadParts extends FileStore {
  readonly #space: Pick<UploadSpace, "arrived" | "end" | "hasSpace">;

  /** @param space counts the bytes of uploads */
  constructor(directory: string, space: Pick<UploadSpace, "arrived" | "end" | "hasSpace">) {
    super({ directory });
    this.#space = space;
  }

  /**
   * Turned off, because the library creates the folder in the background, and a failure there would be an
   * uncaught exception that ends the process. `create` makes the folder too, and reports a failure.
   */
  [MAKE_FOLDER](): void {}

  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await remove(this.directory, upload.id).catch(() => {});
      await this.#space.end(upload.id);
      throw error;
    }
  }

  /** Removes an upload, and stops counting it. */
  override async remove(id: string): Promise<void> {
    await super.remove(id);
    await this.#space.end(id);
  }

  /** Reads the state of an upload. A link in its place counts as missing. */
  override async getUpload(id: string): Promise<Upload> {
    await Promise.all(["", FACTS].map((end) => requireOwn(join(this.directory, id + end)))).catch(() => {
      throw ERRORS.FILE_NOT_FOUND;
    });
    return super.getUpload(id);
  }

  /**
   * Replaces the library's write, which can't distinguish a full disk from a broken connection. If the disk
   * is full, or has only its reserve left, this method reads and discards the rest, so that the sender gets a response.
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = await openOwn(join(this.directory, id), constants.O_RDWR);
    let position = offset;
    let checkAt = offset;
    let failure: unknown;
    try {
      for await (const chunk of readable as AsyncIterable<Uint8Array>) {
        if (failure === undefined && position >= checkAt) {
          checkAt = position + CHECK_INTERVAL;
          if (position > offset) await this.#space.arrived(id, position).catch(() => {});
          if (!(await this.#space.hasSpace())) failure = noSpace();
        }
        if (failure !== undefined) continue;
        await writeAll(file, chunk, position).then(
          () => (position += chunk.length),
          (error: unknown) => (failure = error),
        );
      }
    } catch (error) {
      throw isDomainError(error) ? error : ERRORS.FILE_WRITE_ERROR;
    } finally {
      await file.close();
      if (position > offset) await this.#space.arrived(id, position).catch(() => {});
    }
    if (failure !== undefined) throw failure;
    return position;
  }
}

/** The system may write fewer bytes than requested. It reports the reason on the next write. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/**
 * Removes the bytes of uploads whose sender is gone, and incomplete files of a killed process.
 * @param folder the folder of uploads
 * @param now epoch milliseconds
 * @returns how many were removed
 */
export async function sweepParts(folder: string, now: number): Promise<number> {
  const parts = await partsIn(folder);
  const old = parts.filter(
    ({ arrived, writtenAt }) => writtenAt < now - (arrived > 0 ? UNFINISHED_LIMIT : UNSENT_LIMIT),
  );
  const removed = new Set([...old, ...orphansOf(parts, now)]);
  for (const { id } of removed) await remove(folder, id);
  return removed.size;
}

async function partsIn(folder: string): Promise<Part[]> {
  // A complete ZIP of a pile waits in the same folder until its entries are out, and a large PDF until it is smaller.
  const names = (await readdir(folder).catch(() => [])).filter((name) => !/\.(?:zip|pdf)$/.test(name));
  const ids = new Set(names.map((name) => (name.endsWith(FACTS) ? name.slice(0, -FACTS.length) : name)));
  const parts: Part[] = [];
  for (const id of ids) {
    const bytes = await lstat(join(folder, id)).catch(() => undefined);
    const facts = await lstat(join(folder, id + FACTS)).catch(() => undefined);
    const owner = bytes && facts && (await ownerIn(join(folder, id + FACTS)));
    const changedAt = Math.max(bytes?.mtimeMs ?? 0, facts?.mtimeMs ?? 0);
    parts.push({ id, owner, arrived: bytes?.size ?? 0, writtenAt: bytes?.mtimeMs ?? changedAt, changedAt });
  }
  return parts;
}

/** Returns the account that the metadata of an upload names. */
async function ownerIn(path: string): Promise<string | undefined> {
  try {
    const { metadata } = JSON.parse((await readOwn(path)).toString()) as { metadata?: { owner?: string } };
    return metadata?.owner;
  } catch {
    return undefined;
  }
}

/** Parts without an account, except parts that a request is creating or removing now. */
const orphansOf = (parts: Part[], now: number): Part[] =>
  parts.filter(({ owner, changedAt }) => owner === undefined && changedAt < now - ORPHAN_AGE);

async function remove(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { force: true });
  await rm(join(folder, id + FACTS), { force: true });
}

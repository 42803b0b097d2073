import { type FileHandle, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Upload } from "@tus/server";
import { isDomainError } from "../shared/errors.ts";

const FACTS = ".json";
/** Typed as a string, because the library declares this method private. */
const MAKE_FOLDER: string = "checkOrCreateDirectory";

/**
 * How long bytes can exist without metadata, or metadata without bytes, in ms. A request creates or removes
 * both files at almost the same time.
 */
const ORPHAN_AGE = 60_000;

export interface OpenUpload {
  id: string;
  /** The announced size in bytes; undefined if the sender announces the size later. */
  size: number | undefined;
  /** The pile that the upload names. */
  pile: string | undefined;
  /** When the last byte arrived, in epoch milliseconds. */
  writtenAt: number;
}

interface Part extends OpenUpload {
  /** The account whose quota includes the upload; undefined if the bytes or the metadata are missing. */
  owner: string | undefined;
  /** The time of the last write to the bytes or the metadata, in epoch milliseconds. */
  changedAt: number;
}

type Admit = (upload: Upload, create: () => Promise<Upload>) => Promise<Upload>;

/** The parts of unfinished uploads. Each upload has a file with its bytes and a file with its metadata. */
export class UploadParts extends FileStore {
  readonly #admit: Admit;

  /** @param admit creates an upload, or throws if the upload is not allowed */
  constructor(directory: string, admit: Admit) {
    super({ directory });
    this.#admit = admit;
  }

  /**
   * Turned off, because the library creates the folder in the background, and a failure there would be an
   * uncaught exception that ends the process. `create` makes the folder too, and reports a failure.
   */
  [MAKE_FOLDER](): void {}

  override create(upload: Upload): Promise<Upload> {
    return this.#admit(upload, () => this.#make(upload));
  }

  /** A person's unfinished uploads. Also removes bytes that belong to no account. */
  async openOf(owner: string): Promise<OpenUpload[]> {
    const parts = await partsIn(this.directory);
    await removeAll(this.directory, orphansOf(parts));
    return parts.filter((part) => part.owner === owner);
  }

  async #make(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await remove(this.directory, upload.id).catch(() => {});
      throw error;
    }
  }

  /**
   * Replaces the library's write, which can't distinguish a full disk from a broken connection. If the disk
   * is full, this method reads and discards the rest, so that the sender gets a response.
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), "r+");
    let position = offset;
    let failure: unknown;
    try {
      for await (const chunk of readable as AsyncIterable<Uint8Array>) {
        if (failure !== undefined) continue;
        await writeAll(file, chunk, position).catch((error: unknown) => (failure = error));
        position += chunk.length;
      }
    } catch (error) {
      throw isDomainError(error) ? error : ERRORS.FILE_WRITE_ERROR;
    } finally {
      await file.close();
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
 * Removes old unfinished uploads, and incomplete files of a killed process.
 * @param folder the folder of uploads
 * @param before epoch milliseconds; uploads with no write since then are removed
 * @returns how many were removed
 */
export async function sweepParts(folder: string, before: number): Promise<number> {
  const parts = await partsIn(folder);
  const old = parts.filter(({ writtenAt }) => writtenAt < before);
  return removeAll(folder, [...new Set([...old, ...orphansOf(parts)])]);
}

async function partsIn(folder: string): Promise<Part[]> {
  // A complete ZIP of a pile waits in the same folder until its entries are out, and a large PDF until it is smaller.
  const names = (await readdir(folder).catch(() => [])).filter((name) => !/\.(?:zip|pdf)$/.test(name));
  const ids = new Set(names.map((name) => (name.endsWith(FACTS) ? name.slice(0, -FACTS.length) : name)));
  const parts: Part[] = [];
  for (const id of ids) {
    const bytes = await stat(join(folder, id)).catch(() => undefined);
    const facts = await stat(join(folder, id + FACTS)).catch(() => undefined);
    const { size, metadata } = facts ? await readFacts(join(folder, id + FACTS)) : {};
    const owner = bytes && metadata?.owner;
    const changedAt = Math.max(bytes?.mtimeMs ?? 0, facts?.mtimeMs ?? 0);
    parts.push({ id, owner, size, pile: metadata?.pile, writtenAt: bytes?.mtimeMs ?? changedAt, changedAt });
  }
  return parts;
}

interface Facts {
  size?: number;
  metadata?: { owner?: string; pile?: string };
}

async function readFacts(path: string): Promise<Facts> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Facts;
  } catch {
    return {};
  }
}

/** Parts without an account, except parts that a request is creating or removing now. */
const orphansOf = (parts: Part[]): Part[] =>
  parts.filter(({ owner, changedAt }) => owner === undefined && changedAt < Date.now() - ORPHAN_AGE);

async function removeAll(folder: string, parts: Part[]): Promise<number> {
  for (const { id } of parts) await remove(folder, id);
  return parts.length;
}

async function remove(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { force: true });
  await rm(join(folder, id + FACTS), { force: true });
}

import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Upload } from "@tus/server";

const FACTS = ".json";
/** A string to the compiler, because the library calls it private. */
const MAKE_FOLDER: string = "checkOrCreateDirectory";

/** An upload whose rest is awaited. */
export interface OpenUpload {
  id: string;
  /** As it was announced, in bytes; undefined where that comes later. */
  size: number | undefined;
  /** When the last of it came, in epoch milliseconds. */
  writtenAt: number;
}

/** What of uploads has come so far: for each a file of its bytes, and one of its facts beside it. */
export class UploadParts extends FileStore {
  readonly #admit: (upload: Upload) => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param admit throws where an upload may not begin; it sees all that began before */
  constructor(directory: string, admit: (upload: Upload) => Promise<void>) {
    super({ directory });
    this.#admit = admit;
  }

  /**
   * The library makes the folder while nobody waits, and throws out of the event loop where it can't: that would end the
   * process. `create` makes it, too, and tells.
   */
  [MAKE_FOLDER](): void {}

  /** One after another, so that of many at once no more get in. */
  override create(upload: Upload): Promise<Upload> {
    const made = this.#last.then(() => this.#make(upload));
    this.#last = made.catch(() => {});
    return made;
  }

  /** Somebody's uploads that are under way. */
  async openOf(owner: string): Promise<OpenUpload[]> {
    const ids = (await readdir(this.directory).catch(() => [])).filter((name) => name.endsWith(FACTS));
    const found: OpenUpload[] = [];
    for (const id of ids.map((name) => name.slice(0, -FACTS.length))) {
      const upload = await this.getUpload(id).catch(() => undefined);
      if (upload?.metadata?.["owner"] !== owner) continue;
      const facts = await stat(join(this.directory, id)).catch(() => undefined);
      if (facts) found.push({ id, size: upload.size, writtenAt: facts.mtimeMs });
    }
    return found;
  }

  async #make(upload: Upload): Promise<Upload> {
    await this.#admit(upload);
    try {
      return await super.create(upload);
    } catch (error) {
      await forget(this.directory, upload.id).catch(() => {});
      throw error;
    }
  }

  /**
   * As its library's, which does not tell a full disk from a connection that broke. Where there is no room the rest is
   * taken and dropped, so that the sender reads the answer instead of a broken connection.
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
    } catch {
      throw ERRORS.FILE_WRITE_ERROR;
    } finally {
      await file.close();
    }
    if (failure !== undefined) throw failure;
    return position;
  }
}

/** The system may write less than it was given, and tells why at the next try. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/**
 * Forgets parts whose rest never came, and what a killed process left of one.
 * @param folder where they are @param before epoch milliseconds: nothing was written to them since
 * @returns how many
 */
export async function sweepParts(folder: string, before: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const writtenAt = new Map<string, number>();
  for (const name of names) {
    const id = name.replace(FACTS, "");
    const facts = await stat(join(folder, name)).catch(() => undefined);
    if (facts) writtenAt.set(id, Math.max(facts.mtimeMs, writtenAt.get(id) ?? 0));
  }
  const old = [...writtenAt].filter(([, at]) => at < before);
  for (const [id] of old) await forget(folder, id);
  return old.length;
}

async function forget(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { force: true });
  await rm(join(folder, id + FACTS), { force: true });
}

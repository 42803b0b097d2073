import { createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Upload } from "@tus/server";
import { storageFailure } from "../server/files/storage-failure.ts";

const FACTS = ".json";

/** What of uploads has come so far: for each a file of its bytes, and one of its facts beside it. */
export class UploadParts extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await forget(this.directory, upload.id).catch(() => {});
      throw error;
    }
  }

  /** As its library's, which does not tell a full disk from a connection that broke. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    try {
      await pipeline(readable, file);
    } catch (error) {
      throw storageFailure(error) ? error : ERRORS.FILE_WRITE_ERROR;
    }
    return offset + file.bytesWritten;
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

import { openAsBlob } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { noSpace, type UploadSpace } from "../../../server/files/index.ts";
import { randomKey } from "../../../server/platform/index.ts";

/** The folder for the files of forms that the server is still processing. */
export interface Spool {
  /**
   * Writes a file of a form. After a failure it discards the remaining bytes, so that the form can be read to
   * its end.
   * @param written called with the size of each chunk, in bytes
   * @returns the path of the file
   * @throws the system's error, such as ENOSPC, after it has deleted the file
   */
  write(file: Readable, written: (bytes: number) => void): Promise<string>;
}

/** How many bytes of a file are written between two looks at the free space of the disk. */
const CHECK_INTERVAL = 8_000_000;

/**
 * @param folder created with the first file; several processes can share it
 * @param space says whether the disk has its reserve
 */
export function createSpool(folder: string, { hasSpace }: Pick<UploadSpace, "hasSpace">): Spool {
  return {
    async write(file, written) {
      const path = join(folder, randomKey());
      const opened = await openAt(path).catch((error: unknown) => ({ failure: error }));
      let failure = "failure" in opened ? opened.failure : undefined;
      let [size, checkAt] = [0, 0];
      const keep = async (chunk: Uint8Array) => {
        if (failure === undefined && size >= checkAt) {
          checkAt = size + CHECK_INTERVAL;
          if (!(await hasSpace())) failure = noSpace();
        }
        if (failure !== undefined || "failure" in opened) return;
        size += chunk.length;
        await opened.writeFile(chunk).catch((error: unknown) => (failure = error));
        written(chunk.length);
      };
      try {
        // The whole file must be read, because the form's parser waits for it.
        for await (const chunk of file as AsyncIterable<Uint8Array>) await keep(chunk);
        if (failure !== undefined) throw failure;
        return path;
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw error;
      } finally {
        if (!("failure" in opened)) await opened.close();
      }
    },
  };
}

async function openAt(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, "wx", 0o600);
}

/** A spooled file as an entry of a form. The file is read from disk only when its bytes are needed. */
export async function spooledFile(path: string, name: string, type: string): Promise<File> {
  return new File([await openAsBlob(path)], name, { type });
}

/**
 * Removes files that a killed process left.
 * @param before epoch milliseconds; older files belong to no running form
 */
export async function sweepSpool(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts && facts.mtimeMs < before) await rm(path, { force: true });
  }
}

import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomKey } from "../ids.ts";

/** Bytes by their SHA-256. */
export interface FileStore {
  /** Keeps the bytes durably. @returns their SHA-256 in hex */
  put(bytes: Uint8Array): Promise<string>;
  get(sha256: string): Promise<Uint8Array>;
  /** Forgets the bytes; it is no error when they are gone already. */
  remove(sha256: string): Promise<void>;
}

/** A local folder; the same bytes are kept once. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  return {
    async put(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const path = pathOf(sha256);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomKey()}.part`;
      const file = await open(part, "wx");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      // A rename is atomic: a reader sees the whole file or none.
      await rename(part, path);
      await syncFolder(dirname(path));
      return sha256;
    },
    get: (sha256) => readFile(pathOf(sha256)),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  };
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

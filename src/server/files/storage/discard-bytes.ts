import { type FileStore, sha256Aside } from "./file-store.ts";

export interface NeededBytes {
  /** Which of these bytes a file still needs, read from the write connection. */
  needed(sha256s: string[]): Promise<string[]>;
}

/**
 * Removes bytes that no file needs. Another upload can store the same bytes at the same moment, so this
 * function sets bytes aside, checks again, and then removes or restores them. `storeBytes` checks after the
 * commit that its bytes exist. So at least one of these two checks sees the conflict, and no file loses its
 * bytes.
 */
export async function discardBytes(
  fileStore: FileStore,
  kept: NeededBytes,
  sha256s: string[],
): Promise<void> {
  if (sha256s.length === 0) return;
  const found = await Promise.all(sha256s.map((sha256) => fileStore.setAside(sha256)));
  const asides = found.filter((aside) => aside !== undefined);
  const needed = new Set(await kept.needed(sha256s));
  await Promise.all(
    asides.map((aside) =>
      needed.has(sha256Aside(aside)) ? fileStore.bringBack(aside) : fileStore.remove(aside),
    ),
  );
}

/**
 * Makes sure that the bytes are stored. Must run after the commit of the row that needs them: see
 * `discardBytes`.
 */
export async function storeBytes(fileStore: FileStore, sha256: string, bytes: Uint8Array): Promise<void> {
  if (!(await fileStore.has(sha256))) await fileStore.put(bytes);
}

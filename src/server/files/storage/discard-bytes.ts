import { type FileStore, sha256Aside } from "./file-store.ts";

export interface NeededBytes {
  /** Which of these a file still needs, as the writer sees it. */
  needed(sha256s: string[]): Promise<string[]>;
}

/**
 * Removes bytes that no file needs any more. Somebody may keep the same bytes meanwhile: bytes are set aside, then
 * looked up once more, then removed or brought back; and who keeps bytes looks after the commit whether they are
 * there (`storeBytes`). One of the two always sees the other, so that no file is left without its bytes.
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

/** To be called once the row that needs the bytes is committed: see `discardBytes`. */
export async function storeBytes(fileStore: FileStore, sha256: string, bytes: Uint8Array): Promise<void> {
  if (!(await fileStore.has(sha256))) await fileStore.put(bytes);
}

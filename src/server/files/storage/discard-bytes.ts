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
  const { values, failure } = await settle(sha256s.map((sha256) => fileStore.setAside(sha256)));
  const asides = values.filter((aside) => aside !== undefined);
  const needed = new Set(await kept.needed(sha256s));
  const settled = await settle(
    asides.map((aside) =>
      needed.has(sha256Aside(aside)) ? fileStore.bringBack(aside) : fileStore.remove(aside),
    ),
  );
  // If the store fails for some bytes, the others are not left aside. The sweep settles the rest.
  const error = failure ?? settled.failure;
  if (error) throw error.reason;
}

/** Waits for all promises. @returns the values of those that succeeded, and the first failure */
async function settle<T>(promises: Promise<T>[]) {
  const all = await Promise.allSettled(promises);
  const values = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return { values, failure: all.find((one) => one.status === "rejected") };
}

/**
 * Makes sure that the bytes are stored. Must run after the commit of the row that needs them: see
 * `discardBytes`.
 */
export async function storeBytes(fileStore: FileStore, sha256: string, bytes: Uint8Array): Promise<void> {
  if (!(await fileStore.has(sha256))) await fileStore.put(bytes);
}

/** A file that the archive has been given and that awaits its item. */
export interface HeldFile {
  key: string;
  /** As the person named it; unknown after a reload. */
  name?: string;
  /** In bytes. */
  size: number;
  /** Unknown where the answer was lost. */
  pages?: number;
}

/**
 * What the archive still has under a key, as of a draft.
 * @returns undefined where it is gone, or somebody else's
 */
export async function findHeldFile(key: string): Promise<HeldFile | undefined> {
  const headers = { "tus-resumable": "1.0.0" };
  const answer = await fetch(`/uploads/${key}`, { method: "HEAD", headers }).catch(() => undefined);
  return answer?.ok ? { key, size: Number(answer.headers.get("upload-length")) } : undefined;
}

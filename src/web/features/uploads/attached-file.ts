/** A file that the archive has been given and that awaits its item. */
export interface AttachedFile {
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
 * @returns "gone" where it has nothing, or somebody else's; "unknown" where it can't be asked now
 */
export async function findAttachedFile(key: string): Promise<AttachedFile | "gone" | "unknown"> {
  const headers = { "tus-resumable": "1.0.0" };
  const answer = await fetch(`/uploads/${key}`, { method: "HEAD", headers }).catch(() => undefined);
  if (answer?.ok) return { key, size: Number(answer.headers.get("upload-length")) };
  return answer?.status === 404 ? "gone" : "unknown";
}

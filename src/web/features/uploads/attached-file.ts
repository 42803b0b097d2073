/** A file that was uploaded for an item that does not exist yet. */
export interface AttachedFile {
  key: string;
  /** The file's name on the person's device; undefined after a reload. */
  name?: string;
  /** The size in bytes. */
  size: number;
  /** The number of pages; undefined if the server's response was lost. */
  pages?: number;
}

/**
 * Looks up an uploaded file by its key, for example after a reload.
 * @returns "gone" if this person has no such file; "unknown" if the server doesn't respond
 */
export async function findAttachedFile(key: string): Promise<AttachedFile | "gone" | "unknown"> {
  const headers = { "tus-resumable": "1.0.0" };
  const answer = await fetch(`/uploads/${key}`, { method: "HEAD", headers }).catch(() => undefined);
  if (answer?.ok) return { key, size: Number(answer.headers.get("upload-length")) };
  return answer?.status === 404 ? "gone" : "unknown";
}

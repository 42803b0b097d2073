/** A file that the archive has and that awaits its item. */
export interface AttachedFile {
  key: string;
  /** The file's name on the person's device; unknown after a reload. */
  name?: string;
  /** In bytes. */
  size: number;
  /** Unknown if the answer was lost. */
  pages?: number;
}

/**
 * Asks for the file of a key, as after a reload.
 * @returns "gone" if the archive has no such file of this person; "unknown" if it doesn't answer
 */
export async function findAttachedFile(key: string): Promise<AttachedFile | "gone" | "unknown"> {
  const headers = { "tus-resumable": "1.0.0" };
  const answer = await fetch(`/uploads/${key}`, { method: "HEAD", headers }).catch(() => undefined);
  if (answer?.ok) return { key, size: Number(answer.headers.get("upload-length")) };
  return answer?.status === 404 ? "gone" : "unknown";
}

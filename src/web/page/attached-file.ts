import { MAX_PAPER_BYTES } from "../../shared/files/file-limits.ts";

/** A file that was uploaded for an item that does not exist yet. */
export interface AttachedFile {
  key: string;
  /** The file's name on the person's device; undefined after a reload. */
  name?: string;
  /** The size in bytes. */
  size: number;
  /** Whether the server still makes the file smaller; then the form can't be sent. */
  shrinking?: boolean;
  /** The number of page images, 0 for a DOCX or PPTX; undefined if the server's response was lost. */
  pages?: number;
}

/**
 * Looks up an uploaded file by its key, for example after a reload.
 * @returns "gone" if this person has no such file; "unknown" if the server doesn't respond
 */
export async function findAttachedFile(key: string): Promise<AttachedFile | "gone" | "unknown"> {
  const headers = { "tus-resumable": "1.0.0" };
  const answer = await fetch(`/uploads/${key}`, { method: "HEAD", headers }).catch(() => undefined);
  if (answer?.ok) {
    const size = Number(answer.headers.get("upload-length"));
    // A file that is larger than a paper still becomes smaller.
    return { key, size, ...(size > MAX_PAPER_BYTES && { shrinking: true }) };
  }
  return answer?.status === 404 ? "gone" : "unknown";
}

/** The answer about a file that becomes smaller: its progress, the small file, or why there is none. */
export type Shrinking = { page: number; pages: number } | { file: AttachedFile } | { problem: string };

/** Asks how far a file is. @returns undefined if the server doesn't respond, "gone" if there is no such file */
export async function findShrinking(key: string): Promise<Shrinking | "gone" | undefined> {
  const answer = await fetch(`/uploads/${key}/shrinking`).catch(() => undefined);
  if (answer?.ok) return (await answer.json()) as Shrinking;
  return answer?.status === 404 ? "gone" : undefined;
}

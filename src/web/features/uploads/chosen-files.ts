import { MAX_PAPER_BYTES } from "../../../shared/file-limits.ts";
import type { Messages } from "../../../shared/messages/index.ts";

/** The chosen files: photos that become pages, or one file. */
export type Chosen = { photos: File[] } | { file: File } | { problem: string };

/**
 * Decides what to do with chosen files, based on the types that the browser reports. The server checks the
 * real types.
 * @param hasPhotos whether there are already pages; a file can't be added to them
 */
export function sortChosen(
  files: File[],
  hasPhotos: boolean,
  { uploads, files: refusals }: Messages,
): Chosen {
  const [first] = files;
  if (files.every(({ type }) => type.startsWith("image/"))) return { photos: files };
  if (!first || files.length > 1 || hasPhotos) return { problem: uploads.problems.oneFile };
  if (first.type !== "application/pdf") return { problem: refusals.file_wrong_type };
  if (first.size === 0) return { problem: refusals.file_empty };
  return first.size > MAX_PAPER_BYTES ? { problem: refusals.file_too_large } : { file: first };
}

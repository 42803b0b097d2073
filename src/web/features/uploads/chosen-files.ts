import { MAX_LARGE_PDF_BYTES } from "../../../shared/files/file-limits.ts";
import type { Messages } from "../../../shared/messages/index.ts";
import type { PaperRefusal } from "../../../shared/files/paper.ts";

/** The chosen files: photos that become pages, or one file. */
export type Chosen = { photos: File[] } | { file: File } | { problem: string };

/** Endings of files that the archive takes as they are. Not every device knows the type of a document. */
const WHOLE = /\.(?:pdf|docx|pptx)$/i;
/** Endings of pictures whose type not every browser knows. */
const PICTURE = /\.(?:heic|heif|avif|tiff?)$/i;
/** The refusals of files by their endings, so that nobody waits for an upload in vain. */
const REFUSED: [endings: RegExp, refusal: PaperRefusal][] = [
  [/\.(?:doc|ppt|xls)$/i, "file_old_office"],
  [/\.(?:docm|pptm|dotm|xlsm)$/i, "file_macros"],
  [/\.(?:xlsx|odt|odp|ods|rtf|dotx|ppsx|pages|key|txt)$/i, "file_other_document"],
  [/\.(?:zip|rar|7z)$/i, "file_zip"],
];

const isPicture = ({ name, type }: File): boolean => type.startsWith("image/") || PICTURE.test(name);

/** Whether the server can read this picture even if the browser can't. */
export const isForeignPicture = ({ name, type }: File): boolean =>
  PICTURE.test(name) || /^image\/(?:heic|heif|avif|tiff)$/.test(type);

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
  if (files.every(isPicture)) return { photos: files };
  if (!first || files.length > 1 || hasPhotos) return { problem: uploads.problems.oneFile };
  const [, refusal] = REFUSED.find(([endings]) => endings.test(first.name)) ?? [];
  if (refusal) return { problem: refusals[refusal] };
  if (first.type !== "application/pdf" && !WHOLE.test(first.name))
    return { problem: refusals.file_wrong_type };
  if (first.size === 0) return { problem: refusals.file_empty };
  return first.size > MAX_LARGE_PDF_BYTES ? { problem: refusals.file_too_large } : { file: first };
}

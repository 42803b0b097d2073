import { MAX_PAPER_BYTES } from "../../../shared/file-limits.ts";
import { fileTypeFromBuffer } from "file-type";
import type { PaperType } from "../../../shared/paper.ts";
import { endsAsArchive } from "./foreign-content.ts";
import { checkJpegShape } from "./jpeg-shape.ts";
import { PaperRefused } from "./paper-refused.ts";
import { checkPdfShape } from "./pdf-shape.ts";
import { checkPngShape } from "./png-shape.ts";
import { checkWebpShape } from "./webp-shape.ts";

const CHECKS: Record<PaperType, (bytes: Buffer) => void> = {
  "application/pdf": checkPdfShape,
  "image/png": checkPngShape,
  "image/jpeg": checkJpegShape,
  "image/webp": checkWebpShape,
};

/**
 * Finds the type of a file by its content, before any library draws it.
 * @throws PaperRefused file_empty, file_too_large, file_wrong_type, file_truncated, file_mixed,
 * file_animated, or file_unreadable if a JPEG has other data between its segments
 */
export async function paperTypeOf(bytes: Buffer): Promise<PaperType> {
  if (bytes.length === 0) throw new PaperRefused("file_empty");
  if (bytes.length > MAX_PAPER_BYTES) throw new PaperRefused("file_too_large");
  const type = await detect(bytes);
  if (!type) throw new PaperRefused("file_wrong_type");
  CHECKS[type](bytes);
  if (endsAsArchive(bytes)) throw new PaperRefused("file_mixed");
  return type;
}

async function detect(bytes: Buffer): Promise<PaperType | undefined> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  // The library's type for an animated PNG.
  if (mime === "image/apng") throw new PaperRefused("file_animated");
  return mime !== undefined && Object.hasOwn(CHECKS, mime) ? (mime as PaperType) : undefined;
}

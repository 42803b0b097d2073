import { fileTypeFromBuffer } from "file-type";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import type { UploadType } from "../../../shared/files/paper.ts";
import { isOffice, officeTypeOf } from "./document-shape.ts";
import { endsAsArchive } from "./foreign-content.ts";
import { checkJpegShape } from "./jpeg-shape.ts";
import { PaperRefused } from "./paper-refused.ts";
import { checkPdfShape, pdfStart } from "./pdf-shape.ts";
import { checkPngShape } from "./png-shape.ts";
import { checkWebpShape } from "./webp-shape.ts";

/** A picture that we convert needs no check, because nothing of its file remains. */
const CONVERTED = () => {};
/** The library's types, and the checks of the whole file. */
const TYPES: Record<string, [type: UploadType, check: (bytes: Buffer) => void]> = {
  "application/pdf": ["application/pdf", checkPdfShape],
  "image/png": ["image/png", checkPngShape],
  "image/jpeg": ["image/jpeg", checkJpegShape],
  "image/webp": ["image/webp", checkWebpShape],
  "image/heic": ["image/heic", CONVERTED],
  "image/heif": ["image/heic", CONVERTED],
  "image/avif": ["image/avif", CONVERTED],
  "image/tiff": ["image/tiff", CONVERTED],
};
const ANIMATED = new Set(["image/apng", "image/heic-sequence", "image/heif-sequence"]);
/** The brand of an AVIF that moves. The library has one type for both. */
const MOVING_AVIF = "ftypavis";

/**
 * Finds the type of a file by its content, before any library draws it.
 * @throws PaperRefused file_empty, file_too_large, file_wrong_type, file_truncated, file_mixed,
 * file_animated, file_unreadable if a JPEG has other data between its segments, or as `officeTypeOf`
 */
export async function paperTypeOf(bytes: Buffer): Promise<UploadType> {
  if (bytes.length === 0) throw new PaperRefused("file_empty");
  if (bytes.length > MAX_PAPER_BYTES) throw new PaperRefused("file_too_large");
  if (isOffice(bytes)) return officeTypeOf(bytes);
  const [type, check] = await detect(bytes);
  check(bytes);
  if (check !== CONVERTED && endsAsArchive(bytes)) throw new PaperRefused("file_mixed");
  return type;
}

async function detect(bytes: Buffer) {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (ANIMATED.has(mime ?? "") || bytes.toString("latin1", 4, 12) === MOVING_AVIF)
    throw new PaperRefused("file_animated");
  const found = TYPES[mime ?? "application/pdf"];
  if (!found || (found[0] === "application/pdf" && pdfStart(bytes) < 0))
    throw new PaperRefused("file_wrong_type");
  return found;
}

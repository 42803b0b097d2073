import { PaperRefused } from "./paper-refused.ts";
import { allocate, type Pdfium } from "./pdfium.ts";
import { MB } from "../../../shared/text/bytes.ts";

/** FPDF_NO_INCREMENTAL: PDFium writes every referenced object again, and nothing else. */
const NO_INCREMENTAL = 2;
/** FPDF_REMOVE_SECURITY: like the above, without encryption. */
const REMOVE_SECURITY = 3;
/** The limit in bytes. A copy can be larger than the upload, because its objects are uncompressed. */
const MAX_COPY = 64 * MB;
/** The slot of the null pointer in the function table. C never calls it. */
const SLOT = 0;
/**
 * A WebAssembly module that imports a JavaScript function of three 32-bit numbers and exports it with the
 * type that PDFium's table needs.
 */
const ADAPTER = new WebAssembly.Module(
  Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      // The function's type: (i32, i32, i32) → i32.
      [1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f],
      // Import of "e" "f" with this type.
      [2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
      // Export of the function as "f".
      [7, 5, 1, 1, 0x66, 0, 0],
    ].flat(),
  ),
);

/**
 * Writes a document with PDFium. The copy has one revision and only referenced objects, uncompressed and in
 * plain spelling (`/J#61vaScript` becomes `/JavaScript`), with a table of their offsets. Stream data does not
 * change, except that nothing is encrypted. The same file always gives the same bytes.
 * @param maxBytes 64 MB by default
 * @throws PaperRefused file_too_heavy if the copy is larger, file_unreadable
 */
export function copyPdf(pdfium: Pdfium, document: number, maxBytes = MAX_COPY): Buffer {
  const parts: Buffer[] = [];
  writeCopy(pdfium, document, maxBytes, (part) => parts.push(Buffer.from(part)));
  return Buffer.concat(parts);
}

/**
 * Writes a document as `copyPdf`, part by part.
 * @param take gets each part; its bytes are valid only during the call
 * @throws PaperRefused file_too_heavy if the copy is larger than `maxBytes`, file_unreadable
 */
export function writeCopy(
  pdfium: Pdfium,
  document: number,
  maxBytes: number,
  take: (part: Uint8Array) => void,
): void {
  let size = 0;
  const table = pdfium.wasmExports.__indirect_function_table;
  const write = (_writer: number, at: number, length: number): number => {
    size += length;
    if (size > maxBytes) return 0;
    take(pdfium.HEAPU8.subarray(at, at + length));
    return 1;
  };
  const writer = allocate(pdfium, 8);
  const fields = new DataView(pdfium.HEAPU8.buffer, writer, 8);
  fields.setInt32(0, 1, true);
  fields.setInt32(4, SLOT, true);
  table.set(SLOT, new WebAssembly.Instance(ADAPTER, { e: { f: write } }).exports["f"]);
  const isWritten = pdfium._FPDF_SaveAsCopy(
    document,
    writer,
    isEncrypted(pdfium, document) ? REMOVE_SECURITY : NO_INCREMENTAL,
  );
  table.set(SLOT, null);
  pdfium.wasmExports.free(writer);
  if (size > maxBytes) throw new PaperRefused("file_too_heavy");
  if (!isWritten) throw new PaperRefused("file_unreadable");
}

/** Whether a document is encrypted. PDFium opens it if its password is empty. */
export const isEncrypted = (pdfium: Pdfium, document: number): boolean =>
  pdfium._FPDF_GetSecurityHandlerRevision(document) !== -1;

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PDFiumModule } from "@hyzyla/pdfium";
import { PaperRefused } from "./paper-refused.ts";

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  /** @returns -1 for a document without encryption */
  _FPDF_GetSecurityHandlerRevision(document: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  /** Writes two 32-bit numbers. @returns whether it succeeded */
  _FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number;
  /** @returns the number of bytes as they are in the file; writes them if `size` is large enough */
  _FPDFImageObj_GetImageDataRaw(image: number, at: number, size: number): number;
  _FPDFImageObj_GetImageFilterCount(image: number): number;
  /** Writes the name of a filter, with a zero at its end. @returns its length in bytes */
  _FPDFImageObj_GetImageFilter(image: number, index: number, at: number, size: number): number;
  /** @returns a bitmap without mask, which the caller destroys; 0 if it can't be decoded */
  _FPDFImageObj_GetBitmap(image: number): number;
  _FPDFBitmap_GetFormat(bitmap: number): number;
  _FPDFBitmap_GetWidth(bitmap: number): number;
  _FPDFBitmap_GetHeight(bitmap: number): number;
  _FPDFBitmap_GetStride(bitmap: number): number;
  _FPDFBitmap_GetBuffer(bitmap: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  /** How often the page is turned clockwise by 90°. */
  _FPDFPage_GetRotation(page: number): number;
  /** Writes left, top, right and bottom of the visible page as 32-bit numbers. @returns whether it succeeded */
  _FPDF_GetPageBoundingBox(page: number, box: number): number;
  /** 1 for a char that PDFium added, such as the end of a line. */
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetFontSize(text: number, index: number): number;
  /** Writes two 64-bit numbers. @returns whether it succeeded */
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  /** Writes left, top, right and bottom as 32-bit numbers. @returns whether it succeeded */
  _FPDFText_GetLooseCharBox(text: number, index: number, box: number): number;
  /** Writes a, b, c, d, e and f as 32-bit numbers. @returns whether it succeeded */
  _FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  /** 1 if the file doesn't say which letter a char is. */
  _FPDFText_HasUnicodeMapError(text: number, index: number): number;
  /** @returns the text object of a char, or 0 */
  _FPDFText_GetTextObject(text: number, index: number): number;
  /** @returns the font of a text object, or 0 */
  _FPDFTextObj_GetFont(object: number): number;
  /** @returns 0 to 7 as in the PDF specification (ISO 32000, 9.3.6), -1 for an error */
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  /** Writes the name with a zero at its end, if it is not longer than `size`. @returns its length in bytes */
  _FPDFFont_GetBaseFontName(font: number, at: number, size: number): number;
  /** Writes red, green, blue and alpha as 32-bit numbers. @returns whether it succeeded */
  _FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number;
  /** Writes four 32-bit floats. @returns whether it succeeded */
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  /** Writes the fill mode, 0 for none, and whether the path has a stroke. @returns whether it succeeded */
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;
  /** Removes a page. @param index from 0 */
  _FPDFPage_Delete(document: number, index: number): void;
  /** @param writer an FPDF_FILEWRITE @returns whether it succeeded */
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  /** The function table maps pointers to functions. */
  wasmExports: { __indirect_function_table: WebAssembly.Table };
};

const wasm = readFileSync(fileURLToPath(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm")));
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;

/** Starts a new PDFium with separate memory, so that a broken file can't affect the next file. */
export async function startPdfium(): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({ wasmBinary, locateFile: () => "" })) as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({
    version: 2,
    m_pIsolate: null,
    m_pUserFontPaths: null,
    m_v8EmbedderSlot: 0,
    m_pPlatform: null,
  });
  return pdfium;
}

/**
 * @param size in bytes
 * @returns an address in PDFium's memory
 * @throws PaperRefused file_too_heavy
 */
export function allocate(pdfium: Pdfium, size: number): number {
  const at = pdfium.wasmExports.malloc(size);
  if (!at) throw new PaperRefused("file_too_heavy");
  return at;
}

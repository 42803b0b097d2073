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
  /** How often the page is turned clockwise by 90°. */
  _FPDFPage_GetRotation(page: number): number;
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

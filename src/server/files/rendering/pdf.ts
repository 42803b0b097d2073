import { MAX_PAPER_PAGES } from "../../../shared/files/paper.ts";
import { PaperRefused } from "./paper-refused.ts";
import { copyPdf, isEncrypted } from "./pdf-copy.ts";
import { allocate, type Pdfium, startPdfium } from "./pdfium.ts";
import { type PageLayer, textOfPage } from "./pdf-text.ts";

/** PDFium's error codes for a wrong password and an unknown encryption. */
const LOCKED = new Set([4, 5]);
const RGBA = 4;
/** FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER for RGBA. */
const RENDER_FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;
/** The greatest ratio of height to width of a drawn page. */
const MAX_RATIO = 6;
/** FPDF_PAGEOBJ_IMAGE. */
const IMAGE = 3;
/**
 * The limit for all pictures of a page together: a scan of A3 at 1,200 dpi. More pixels need many seconds for
 * each drawing.
 */
const MAX_PICTURE_PIXELS = 300_000_000;

export interface Bitmap {
  /** Four bytes per pixel (RGBA), on white. */
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Opens a PDF in a new PDFium with separate memory, so that a broken file can't affect the next file.
 * @throws PaperRefused file_encrypted, file_too_many_pages, file_unreadable; other errors if PDFium fails
 */
export async function openPdf(bytes: Uint8Array) {
  const pdfium = await startPdfium();
  const { document, pages } = load(pdfium, bytes);

  function onPage<T>(page: number, use: (handle: number) => T): T {
    const handle = openPage(pdfium, document, page);
    try {
      return use(handle);
    } finally {
      pdfium._FPDF_ClosePage(handle);
    }
  }

  return {
    pages,
    /** Whether the file is encrypted without a password, for example to forbid printing. */
    isEncrypted: isEncrypted(pdfium, document),
    /** @param page from 1 @param width in px */
    draw: (page: number, width: number): Bitmap =>
      onPage(page, (handle) => {
        if (picturePixels(pdfium, handle) > MAX_PICTURE_PIXELS) throw new PaperRefused("file_too_heavy");
        return draw(pdfium, handle, width);
      }),
    /** The text layer of a page in reading order, without text in pictures. @param page from 1 */
    text: (page: number): PageLayer => onPage(page, (handle) => textOfPage(pdfium, handle)),
    /**
     * The file as PDFium writes it; see `copyPdf`. Must run before a page is drawn, because drawing can
     * change the document.
     */
    copy: (maxBytes?: number): Buffer => copyPdf(pdfium, document, maxBytes),
    /**
     * The file with only these pages, with their text. Must run before a page is drawn, and changes the open document.
     * @param first from 1
     */
    cut: (first: number, last: number): Buffer => {
      for (let page = pages; page >= 1; page -= 1)
        if (page < first || page > last) pdfium._FPDFPage_Delete(document, page - 1);
      if (pdfium._FPDF_GetPageCount(document) < 1) throw new PaperRefused("file_unreadable");
      return copyPdf(pdfium, document);
    },
  };
}

export type Pdf = Awaited<ReturnType<typeof openPdf>>;

function load(pdfium: Pdfium, bytes: Uint8Array) {
  const at = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  return loadAt(pdfium, at, bytes.length);
}

/**
 * Opens a PDF that is in PDFium's memory. PDFium reads these bytes as long as the document is open. The bytes and the
 * document are freed with the instance.
 * @param size in bytes
 * @throws PaperRefused file_encrypted, file_too_many_pages, file_unreadable
 */
export function loadAt(pdfium: Pdfium, at: number, size: number): { document: number; pages: number } {
  const document = pdfium._FPDF_LoadMemDocument(at, size, 0);
  if (!document)
    throw new PaperRefused(LOCKED.has(pdfium._FPDF_GetLastError()) ? "file_encrypted" : "file_unreadable");
  const pages = pdfium._FPDF_GetPageCount(document);
  if (pages < 1) throw new PaperRefused("file_unreadable");
  if (pages > MAX_PAPER_PAGES) throw new PaperRefused("file_too_many_pages");
  return { document, pages };
}

/** @param page from 1 @returns a handle, which the caller closes @throws PaperRefused file_unreadable */
export function openPage(pdfium: Pdfium, document: number, page: number): number {
  const handle = pdfium._FPDF_LoadPage(document, page - 1);
  if (!handle) throw new PaperRefused("file_unreadable");
  return handle;
}

/** The number of pixels in the headers of a page's pictures. Pictures in form objects don't count. */
function picturePixels(pdfium: Pdfium, page: number): number {
  const at = allocate(pdfium, 8);
  let pixels = 0;
  for (let index = pdfium._FPDFPage_CountObjects(page) - 1; index >= 0; index -= 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (pdfium._FPDFPageObj_GetType(object) !== IMAGE) continue;
    if (!pdfium._FPDFImageObj_GetImagePixelSize(object, at, at + 4)) continue;
    // The view is created for each call, because the buffer changes when memory grows.
    const size = new DataView(pdfium.HEAPU8.buffer, at, 8);
    pixels += size.getUint32(0, true) * size.getUint32(4, true);
  }
  pdfium.wasmExports.free(at);
  return pixels;
}

function draw(pdfium: Pdfium, page: number, width: number): Bitmap {
  const ratio = pdfium._FPDF_GetPageHeight(page) / pdfium._FPDF_GetPageWidth(page);
  if (!(ratio > 0 && ratio < Infinity)) throw new PaperRefused("file_unreadable");
  const height = Math.max(1, Math.round(width * Math.min(ratio, MAX_RATIO)));
  const size = width * height * RGBA;
  const at = allocate(pdfium, size);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, RGBA, at, width * RGBA);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    return { data: pdfium.HEAPU8.slice(at, at + size), width, height };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(at);
  }
}

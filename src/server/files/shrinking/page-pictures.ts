import { allocate, type Pdfium } from "../rendering/pdfium.ts";

/** FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM. */
const [IMAGE, FORM] = [3, 5];
/** How deep pictures in form objects are found. */
const MAX_DEPTH = 8;
const NAME_SIZE = 64;
/** The channels of a bitmap by its format: FPDFBitmap_Gray, BGR, BGRx and BGRA. */
const CHANNELS = new Map([
  [1, 1],
  [2, 3],
  [3, 4],
  [4, 4],
]);

/** A picture that a page draws. Valid while the page is open. */
export interface PagePicture {
  handle: number;
  /** In px. */
  width: number;
  height: number;
  /** The size of the encoded picture, in bytes. */
  size: number;
}

export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 3;
}

/** The pictures of a page, also those in form objects. @param minSize in bytes; smaller pictures are left out */
export function picturesOf(pdfium: Pdfium, page: number, minSize: number): PagePicture[] {
  const found: PagePicture[] = [];
  const at = allocate(pdfium, 8);
  const visit = (count: number, objectAt: (index: number) => number, depth: number): void => {
    for (let index = 0; index < count; index += 1) {
      const object = objectAt(index);
      const type = pdfium._FPDFPageObj_GetType(object);
      if (type === FORM && depth < MAX_DEPTH)
        visit(
          pdfium._FPDFFormObj_CountObjects(object),
          (inner) => pdfium._FPDFFormObj_GetObject(object, inner),
          depth + 1,
        );
      if (type !== IMAGE) continue;
      const size = pdfium._FPDFImageObj_GetImageDataRaw(object, 0, 0);
      if (size < minSize || !pdfium._FPDFImageObj_GetImagePixelSize(object, at, at + 4)) continue;
      const view = new DataView(pdfium.HEAPU8.buffer, at, 8);
      found.push({ handle: object, width: view.getUint32(0, true), height: view.getUint32(4, true), size });
    }
  };
  visit(pdfium._FPDFPage_CountObjects(page), (index) => pdfium._FPDFPage_GetObject(page, index), 0);
  pdfium.wasmExports.free(at);
  return found;
}

/** The bytes of a picture as they are in the file. @throws PaperRefused file_too_heavy */
export function encodedBytes(pdfium: Pdfium, { handle, size }: PagePicture): Buffer {
  const at = allocate(pdfium, size);
  pdfium._FPDFImageObj_GetImageDataRaw(handle, at, size);
  const bytes = Buffer.from(pdfium.HEAPU8.slice(at, at + size).buffer);
  pdfium.wasmExports.free(at);
  return bytes;
}

/** The names of a picture's filters, such as `DCTDecode` for a JPEG. */
export function filtersOf(pdfium: Pdfium, { handle }: PagePicture): string[] {
  const at = allocate(pdfium, NAME_SIZE);
  const count = Math.min(pdfium._FPDFImageObj_GetImageFilterCount(handle), 4);
  const names = Array.from({ length: count }, (_none, index) => {
    const length = pdfium._FPDFImageObj_GetImageFilter(handle, index, at, NAME_SIZE);
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + Math.min(length, NAME_SIZE) - 1)).toString("latin1");
  });
  pdfium.wasmExports.free(at);
  return names;
}

/** The pixels of a picture in grey or RGB. @returns undefined if PDFium can't decode it */
export function pixelsOf(pdfium: Pdfium, { handle }: PagePicture): Pixels | undefined {
  const bitmap = pdfium._FPDFImageObj_GetBitmap(handle);
  if (!bitmap) return undefined;
  try {
    const stored = CHANNELS.get(pdfium._FPDFBitmap_GetFormat(bitmap));
    if (!stored) return undefined;
    const width = pdfium._FPDFBitmap_GetWidth(bitmap);
    const height = pdfium._FPDFBitmap_GetHeight(bitmap);
    const stride = pdfium._FPDFBitmap_GetStride(bitmap);
    const from = pdfium._FPDFBitmap_GetBuffer(bitmap);
    const memory = pdfium.HEAPU8;
    const channels = stored === 1 ? 1 : 3;
    const data = Buffer.alloc(width * height * channels);
    for (let row = 0, to = 0; row < height; row += 1)
      for (let column = 0, at = from + row * stride; column < width; column += 1, at += stored)
        // PDFium stores blue first.
        for (let channel = channels - 1; channel >= 0; channel -= 1)
          data[to++] = memory[at + channel] as number;
    return { data, width, height, channels };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}

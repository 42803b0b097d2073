import type { Pdfium } from "./pdfium.ts";

/** FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_FORM. */
const [PATH, IMAGE, FORM] = [2, 3, 5];
/** The modes of PDF text that paint letters with the fill colour alone, and that paint nothing. */
const [FILLED, INVISIBLE] = [0, 3];
/** A colour whose parts are all at least this light is white to a reader. */
const WHITE = 250;
const MIN_ALPHA = 13;
const MAX_OBJECTS = 20_000;
const MAX_NAME = 200;
/** The bytes that this module writes: four 32-bit values, or the name of a font. */
const BUFFER_BYTES = MAX_NAME + 1;

/** Text that the file draws at once, in one font and colour. */
interface TextObject {
  /** The handle of its font, which is the same for all text in this font. */
  font: number;
  paint: "ink" | "white" | "none";
}

interface Bounds {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export type TextObjects = ReturnType<typeof createTextObjects>;

/**
 * Tells which text of a page its reader can see, and in which font it is.
 * @param page the handle of a page @param text the handle of its text
 */
export function createTextObjects(pdfium: Pdfium, page: number, text: number) {
  const known = new Map<number, TextObject>();
  let pictures: Bounds[] | undefined;
  let grounds: Bounds[] | undefined;
  const buffer = pdfium.wasmExports.malloc(BUFFER_BYTES);

  /** The colour with which an object is filled. @returns undefined if it is a pattern */
  function isWhite(object: number): boolean {
    if (!buffer || !pdfium._FPDFPageObj_GetFillColor(object, buffer, buffer + 4, buffer + 8, buffer + 12))
      return false;
    const view = new DataView(pdfium.HEAPU8.buffer, buffer, 16);
    const [red, green, blue, alpha] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
    return Math.min(red as number, green as number, blue as number) >= WHITE || (alpha as number) < MIN_ALPHA;
  }

  function boundsOf(object: number): Bounds | undefined {
    if (!buffer || !pdfium._FPDFPageObj_GetBounds(object, buffer, buffer + 4, buffer + 8, buffer + 12))
      return undefined;
    const view = new DataView(pdfium.HEAPU8.buffer, buffer, 16);
    const [left, bottom, right, top] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true)) as [
      number,
      number,
      number,
      number,
    ];
    return { left, bottom, right, top };
  }

  /** The places of the objects of these types on the page. */
  function boundsWhere(isMeant: (object: number, type: number) => boolean): Bounds[] {
    const count = Math.min(pdfium._FPDFPage_CountObjects(page), MAX_OBJECTS);
    const found: Bounds[] = [];
    for (let index = 0; index < count; index += 1) {
      const object = pdfium._FPDFPage_GetObject(page, index);
      const bounds = isMeant(object, pdfium._FPDFPageObj_GetType(object)) ? boundsOf(object) : undefined;
      if (bounds) found.push(bounds);
    }
    return found;
  }

  function isFilled(path: number): boolean {
    return Boolean(
      buffer &&
      pdfium._FPDFPath_GetDrawMode(path, buffer, buffer + 4) &&
      new DataView(pdfium.HEAPU8.buffer, buffer, 4).getUint32(0, true) !== 0,
    );
  }

  /** Pictures that invisible text can describe, as the text layer of a scan does. A form can hold a picture. */
  const picturesOf = () => (pictures ??= boundsWhere((_object, type) => type === IMAGE || type === FORM));

  /** Pictures and filled areas on which white text can be read. */
  const groundsOf = () =>
    (grounds ??= boundsWhere(
      (object, type) =>
        type === IMAGE || type === FORM || (type === PATH && isFilled(object) && !isWhite(object)),
    ));

  function paintOf(object: number): TextObject["paint"] {
    const mode = pdfium._FPDFTextObj_GetTextRenderMode(object);
    if (mode === INVISIBLE) return "none";
    return mode === FILLED && isWhite(object) ? "white" : "ink";
  }

  return {
    /** The text object of a char. @returns undefined if PDFium doesn't know it */
    of(index: number): TextObject | undefined {
      const object = pdfium._FPDFText_GetTextObject(text, index);
      if (!object) return undefined;
      const cached = known.get(object);
      if (cached) return cached;
      const found = { font: pdfium._FPDFTextObj_GetFont(object), paint: paintOf(object) };
      known.set(object, found);
      return found;
    },

    /** Whether a reader can see a char of this text at this place of the page. */
    isSeen({ paint }: TextObject, x: number, y: number): boolean {
      if (paint === "ink") return true;
      const behind = paint === "white" ? groundsOf() : picturesOf();
      return behind.some(
        ({ left, right, bottom, top }) => x >= left && x <= right && y >= bottom && y <= top,
      );
    },

    /** The name of a font, as the file has it. */
    fontName(font: number): string {
      if (!buffer || !font) return "";
      const length = pdfium._FPDFFont_GetBaseFontName(font, buffer, MAX_NAME);
      if (length < 2 || length > MAX_NAME) return "";
      return Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + length - 1)).toString("latin1");
    },

    close(): void {
      if (buffer) pdfium.wasmExports.free(buffer);
    },
  };
}

import { bijoyTexts, glyphTexts, removeTrueTexts, tableOf } from "./glyph-texts.ts";
import { changeDictionaries, contentsOf, objectsOf, pdfFrom, type PdfObject } from "./pdf-rewriting.ts";

/**
 * What is wrong with the text of a PDF whose pages look right. `none`: the PDF doesn't say the texts of its glyphs. `glyphs`:
 * it says their numbers instead. `shifted`: other letters, by a number for small letters, capitals and digits. `private`:
 * characters without a meaning. `bijoy`: Bangla as SutonnyMJ stores it.
 */
export interface LayerFault {
  is: "none" | "glyphs" | "shifted" | "private" | "bijoy";
  /** How far letters are shifted: small letters, capitals, digits. */
  by?: [small: number, capital: number, digit: number];
  /** Only bold fonts are wrong. */
  onlyBold?: boolean;
  /** The name of a font from the time before Unicode, and whether it is an older version. */
  font?: string;
  isOld?: boolean;
}

/** A PDF of Chromium whose text layer lies. */
export function withFault(pdf: Uint8Array, fault: LayerFault): Buffer {
  const objects = objectsOf(pdf);
  const contents = contentsOf(objects)
    .map(({ bytes }) => (bytes as Buffer).toString("latin1"))
    .join("\n");
  for (const object of objects) {
    if (!object.dictionary.includes("/Subtype /Type0")) continue;
    if (fault.onlyBold && !/Bold/.test(object.dictionary)) continue;
    const number = Number(/\/ToUnicode (\d+) 0 R/.exec(object.dictionary)?.[1]);
    const table = objects[number - 1] as PdfObject;
    if (fault.is === "none") {
      object.dictionary = object.dictionary.replace(/\/ToUnicode \d+ 0 R/, "");
      continue;
    }
    const texts = glyphTexts((table.bytes as Buffer).toString("latin1"));
    if (fault.is !== "bijoy") {
      table.bytes = tableOf(new Map([...texts].map(([glyph, text]) => [glyph, wrong(glyph, text, fault)])));
      continue;
    }
    const isBangla = [...texts.values()].some((text) => /[\u0980-\u09ff]/.test(text));
    if (!isBangla) continue;
    const font = nameOf(objects, objects.indexOf(object) + 1);
    table.bytes = tableOf(bijoyTexts(texts, contents, font, fault.isOld === true));
    renameFont(objects, object.dictionary, fault.font as string);
  }
  if (fault.is === "bijoy" && objects.some(({ dictionary }) => dictionary.includes("/Subtype /Type3")))
    throw new Error("Chromium drew letters as pictures, because the font has no bold ones.");
  removeTrueTexts(objects);
  return pdfFrom(objects);
}

function wrong(glyph: number, text: string, { is, by = [0, 0, 0] }: LayerFault): string {
  if (is === "glyphs") return String.fromCharCode(glyph);
  if (is === "private")
    return [...text].map((letter) => String.fromCharCode(0xf000 + (letter.charCodeAt(0) & 0xff))).join("");
  return [...text]
    .map((letter) => {
      const far = /[a-z]/.test(letter) ? by[0] : /[A-Z]/.test(letter) ? by[1] : /\d/.test(letter) ? by[2] : 0;
      return String.fromCharCode(letter.charCodeAt(0) + far);
    })
    .join("");
}

/** Returns the name of a font in the resources of a page, such as "F4". */
function nameOf(objects: PdfObject[], number: number): string {
  const all = objects.map(({ dictionary }) => dictionary).join("\n");
  return new RegExp(`/(F\\d+) ${number} 0 R`).exec(all)?.[1] ?? "";
}

function renameFont(objects: PdfObject[], dictionary: string, font: string): void {
  const [, name = ""] = /\/BaseFont \/[A-Z]{6}\+(\S+)/.exec(dictionary) ?? [];
  const isBold = name.includes("Bold");
  changeDictionaries(objects, `+${name}`, (one) =>
    one.replaceAll(`+${name} `, `+${font}${isBold ? ",Bold" : ""} `),
  );
}

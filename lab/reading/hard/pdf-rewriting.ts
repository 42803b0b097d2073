import { deflateSync, inflateSync } from "node:zlib";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";

/** An object of a PDF that Chromium wrote: its dictionary in Latin-1, and the decoded bytes of its stream. */
export interface PdfObject {
  dictionary: string;
  bytes?: Buffer;
}

/** Returns the objects of a PDF that Chromium wrote; object 1 is the first. */
export function objectsOf(pdf: Uint8Array): PdfObject[] {
  const text = Buffer.from(pdf).toString("latin1");
  const objects: PdfObject[] = [];
  const start = /(\d+) 0 obj\n/g;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const end = text.indexOf("\nendobj", start.lastIndex);
    const streamed = text.indexOf("stream\n", start.lastIndex);
    if (streamed < 0 || streamed > end) {
      objects[Number(found[1]) - 1] = { dictionary: text.slice(start.lastIndex, end) };
      continue;
    }
    const dictionary = text.slice(start.lastIndex, streamed).trimEnd();
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const from = streamed + "stream\n".length;
    const bytes = Buffer.from(text.slice(from, from + length), "latin1");
    start.lastIndex = from + length;
    objects[Number(found[1]) - 1] = {
      dictionary,
      bytes: dictionary.includes("/FlateDecode") ? inflateSync(bytes) : bytes,
    };
  }
  return objects;
}

/** Writes the objects as a PDF again. The catalog takes the place of object 1, which describes the producer. */
export function pdfFrom(objects: PdfObject[]): Buffer {
  const catalog = objects.findIndex(({ dictionary }) => dictionary.includes("/Type /Catalog"));
  const [first, ...others] = objects.map(({ dictionary, bytes }) => {
    if (!bytes) return dictionary;
    const entries = dictionary
      .replace(/^<</, "")
      .replace(/>>$/, "")
      .replace(/\/Length \d+/, "");
    return stream(dictionary.includes("/FlateDecode") ? deflateSync(bytes) : bytes, entries);
  });
  return pdfOf([catalog > 0 ? (others[catalog - 1] as string) : (first as string), ...others]);
}

/** Changes the dictionaries of the objects whose dictionary has these words. */
export function changeDictionaries(
  objects: PdfObject[],
  words: string,
  change: (dictionary: string) => string,
): void {
  for (const object of objects)
    if (object.dictionary.includes(words)) object.dictionary = change(object.dictionary);
}

/** Returns the streams that draw pages. */
export function contentsOf(objects: PdfObject[]): PdfObject[] {
  return objects.flatMap(({ dictionary }) => {
    if (!/\/Type \/Page\b(?!s)/.test(dictionary)) return [];
    return objects[Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]) - 1] ?? [];
  });
}

/** Joins the pages of several PDFs into one. */
export function joined(pdfs: Uint8Array[]): Buffer {
  const objects: PdfObject[] = [{ dictionary: "<< /Type /Catalog /Pages 2 0 R >>" }, { dictionary: "" }];
  const pages: number[] = [];
  for (const pdf of pdfs) {
    const offset = objects.length;
    const moved = objectsOf(pdf).map(({ dictionary, bytes }) => ({
      dictionary: dictionary
        .replaceAll(/\b(\d+) 0 R\b/g, (_all, number) => `${Number(number) + offset} 0 R`)
        .replace("/Type /Catalog", "/Type /Former"),
      ...(bytes && { bytes }),
    }));
    moved.forEach((object, index) => {
      if (!/\/Type \/Page\b(?!s)/.test(object.dictionary)) return;
      object.dictionary = object.dictionary.replace(/\/Parent \d+ 0 R/, "/Parent 2 0 R");
      pages.push(offset + index + 1);
    });
    objects.push(...moved);
  }
  const kids = pages.map((number) => `${number} 0 R`).join(" ");
  objects[1] = { dictionary: `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>` };
  return pdfFrom(objects);
}

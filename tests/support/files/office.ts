import { zipOf } from "./zip.ts";

const TYPES = "application/vnd.openxmlformats-officedocument";
export const DOCX = `${TYPES}.wordprocessingml.document`;
export const PPTX = `${TYPES}.presentationml.presentation`;
const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";

/** The list of the types of parts. @param mains the type of each part with a type of its own */
export const contentTypes = (mains: Record<string, string>): string =>
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Default Extension="xml" ContentType="application/xml"/>${Object.entries(mains)
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join("")}</Types>`;

/** A file of relationships with one relationship. */
export const relation = (type: string, target: string, mode: "External" | "Internal" = "External"): string =>
  `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" ` +
  `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ` +
  `Target="${target}" TargetMode="${mode}"/></Relationships>`;

/** The main part of a DOCX. @param body XML with the prefix `w` */
export const wordXml = (body: string): string =>
  `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`;

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/**
 * A DOCX with these paragraphs.
 * @param more other parts, by name
 * @param main the content type of the main part
 */
export function docxOf(
  lines: string[],
  more: Record<string, string | Uint8Array> = {},
  main = `${DOCX}.main+xml`,
): Promise<Buffer> {
  return officeZip({
    "[Content_Types].xml": contentTypes({ "word/document.xml": main }),
    "word/document.xml": wordXml(lines.map(paragraph).join("")),
    ...more,
  });
}

/** A slide of a PPTX. @param body XML with the prefix `a` */
export const slideXml = (body: string): string =>
  `${HEAD}<p:sld xmlns:p="p" xmlns:a="${DRAWING}">${body}</p:sld>`;

/** A PPTX with one text on each slide. */
export const pptxOf = (slides: string[]): Promise<Buffer> =>
  pptxWith(
    Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        slideXml(`<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`),
      ]),
    ),
  );

/** A PPTX with these parts besides the main one, by name. */
export const pptxWith = (parts: Record<string, string | Uint8Array>): Promise<Buffer> =>
  officeZip({
    "[Content_Types].xml": contentTypes({ "ppt/presentation.xml": `${PPTX}.main+xml` }),
    "ppt/presentation.xml": `${HEAD}<p:presentation xmlns:p="p"/>`,
    ...parts,
  });

/** A ZIP of texts and bytes. */
export const officeZip = (parts: Record<string, string | Uint8Array>): Promise<Buffer> =>
  zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part as string)])));

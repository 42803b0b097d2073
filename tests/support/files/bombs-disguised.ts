import { MAX_PAPER_BYTES } from "../../../src/shared/files/file-limits.ts";
import { deflateRawSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import type { PaperRefusal } from "../../../src/shared/files/paper.ts";
import type { Bomb } from "./bomb.ts";
import { tinyPdf } from "./tiny-pdf.ts";

const PDF = tinyPdf([{ lines: ["A paper"] }]);
const HTML = "<!doctype html><html><script>alert(1)</script></html>";
const PHP = "<?php system($_GET['c']); ?>";
const PROGRAM = Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), Buffer.alloc(500, 7)]);
const ENTITIES = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">${Array.from(
  { length: 9 },
  (_none, at) => `<!ENTITY ${"bcdefghij"[at]} "${`&${"abcdefghi"[at]};`.repeat(10)}">`,
).join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`;

/** Files of none of our types, under any name. */
const OTHERS: Record<string, string | Buffer | (() => Promise<Buffer>)> = {
  "one byte": "%",
  "a Windows program": PROGRAM,
  "a Linux program": Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"), Buffer.alloc(500)]),
  "a shell script": "#!/bin/sh\nrm -rf ~\n",
  "a PHP script": PHP,
  "an HTML page": HTML,
  "an SVG with a script": `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
  "an SVG of a billion laughs": ENTITIES,
  "a gzip bomb": async () => gzipSync(Buffer.alloc(64 * 1024 * 1024)),
  "a GIF": Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"),
  "a BMP": Buffer.concat([Buffer.from("BM", "latin1"), Buffer.alloc(100)]),
  "a PostScript program": "%!PS-Adobe-3.0\n{} loop\n%%EOF\n",
  "an RTF": "{\\rtf1 A paper}",
  "random bytes": Buffer.from(Array.from({ length: 4_096 }, (_none, at) => (at * 7_919 + 104_729) % 251)),
  "a PDF behind 1,025 bytes of junk": Buffer.concat([Buffer.alloc(1_025, "junk"), PDF]),
  "a PDF behind a program": Buffer.concat([PROGRAM, PDF]),
};

/** Files that are a paper and a second type at the same time, or only half a paper. */
const MIXED: Record<string, [PaperRefusal, () => Buffer | Promise<Buffer>]> = {
  "a PDF behind a page": ["file_mixed", () => Buffer.concat([Buffer.from(HTML), PDF])],
  "a ZIP archive": ["file_zip", () => zip("paper.pdf", PDF)],
  "a PDF with a page in its head": ["file_mixed", () => after(PDF, 9, Buffer.from(`%${HTML}\n`))],
  "a PDF with an archive behind it": [
    "file_mixed",
    () => Buffer.concat([PDF, zip("a.sh", Buffer.from("ls"))]),
  ],
  "a PDF with a program behind it": ["file_mixed", () => Buffer.concat([PDF, PROGRAM])],
  "a PDF with a page behind it": ["file_mixed", () => Buffer.concat([PDF, Buffer.from(HTML)])],
  "a PDF that is an archive's comment": ["file_mixed", pdfInComment],
  "half a PDF": ["file_truncated", () => PDF.subarray(0, PDF.length / 2)],
  "a PDF of a header alone": ["file_truncated", () => Buffer.from("%PDF-1.7\n")],
  "a JPEG with a script behind it": ["file_mixed", () => behind("jpeg", PHP)],
  "a JPEG with an archive behind it": [
    "file_mixed",
    async () => Buffer.concat([await square().jpeg().toBuffer(), zip("a", PDF)]),
  ],
  "a JPEG with a photo and an archive behind it": [
    "file_mixed",
    async () => {
      const jpeg = await square().jpeg().toBuffer();
      return Buffer.concat([jpeg, jpeg, zip("a", PDF)]);
    },
  ],
  "a JPEG with a script in its comment": ["file_mixed", jpegComment],
  "half a JPEG": ["file_truncated", () => half("jpeg")],
  "the head of a JPEG": ["file_truncated", () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  "a PNG with an archive behind it": [
    "file_mixed",
    async () => Buffer.concat([await square().png().toBuffer(), zip("a", PDF)]),
  ],
  "a PNG with a program behind it": ["file_mixed", () => behind("png", PROGRAM)],
  "half a PNG": ["file_truncated", () => half("png")],
  "the signature of a PNG": ["file_wrong_type", () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
  "a WebP with a page behind it": ["file_mixed", () => behind("webp", HTML)],
  "half a WebP": ["file_truncated", () => half("webp")],
};

export const disguisedBombs: Bomb[] = [
  { name: "an empty file", refusal: "file_empty", make: () => Buffer.alloc(0) },
  { name: "zeros over the limit", refusal: "file_too_large", make: () => Buffer.alloc(MAX_PAPER_BYTES + 1) },
  {
    name: "a PDF padded over the limit",
    refusal: "file_too_large",
    make: () => Buffer.concat([PDF, Buffer.alloc(MAX_PAPER_BYTES)]),
  },
  ...Object.entries(OTHERS).map(([name, content]): Bomb => ({
    name,
    refusal: "file_wrong_type",
    make: typeof content === "function" ? content : () => Buffer.from(content as Buffer),
  })),
  ...Object.entries(MIXED).map(([name, [refusal, make]]): Bomb => ({ name, refusal, make })),
];

function square() {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: "#36c" } });
}

async function behind(format: "png" | "jpeg" | "webp", rest: string | Buffer): Promise<Buffer> {
  return Buffer.concat([await square().toFormat(format).toBuffer(), Buffer.from(rest as Buffer)]);
}

async function half(format: "png" | "jpeg" | "webp"): Promise<Buffer> {
  const bytes = await square().toFormat(format).toBuffer();
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

async function jpegComment(): Promise<Buffer> {
  const text = Buffer.from(PHP);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  return after(await square().jpeg().toBuffer(), 2, segment);
}

function after(bytes: Buffer, at: number, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
}

/** An archive is read from its last record, whose comment is the end of the PDF. */
function pdfInComment(): Buffer {
  const end = PDF.lastIndexOf("startxref");
  const tail = PDF.subarray(end);
  const archive = zip("a.sh", Buffer.from("ls"));
  archive.writeUInt16LE(tail.length, archive.length - 2);
  return Buffer.concat([PDF.subarray(0, end), Buffer.from("%"), archive, Buffer.from("\n"), tail]);
}

/** A zip archive with one file. */
function zip(name: string, content: Buffer): Buffer {
  const data = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.write("PK\x01\x02", "latin1");
  local.copy(central, 10, 8, 28);
  const head = Buffer.concat([local, Buffer.from(name), data]);
  const directory = Buffer.concat([central, Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(head.length, 16);
  return Buffer.concat([head, directory, end]);
}

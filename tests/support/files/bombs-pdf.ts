import type { Bomb } from "./bomb.ts";
import { lockedPdf } from "./locked-pdf.ts";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";
import { flate, onePage, tinyPdf } from "./tiny-pdf.ts";
import { nestedZeros, zeros } from "./zeros.ts";

const HEAVY: Bomb["refusal"] = ["file_too_heavy", "file_unreadable"];
const GREY = "/ColorSpace /DeviceGray /BitsPerComponent";
const SPACE = 0x20;

/** PDFs that would exhaust PDFium. */
export const pdfBombs: Bomb[] = [
  { name: "a PDF with a password", refusal: "file_encrypted", make: () => lockedPdf("secret") },
  { name: "a PDF locked in an unknown way", refusal: "file_encrypted", make: () => lockedPdf("", "/Nobody") },
  {
    name: "a PDF of 10,000 pages",
    refusal: "file_too_many_pages",
    make: () => tinyPdf(Array.from({ length: 10_000 }, () => ({}))),
  },
  {
    name: "a PDF that claims 2 billion pages",
    refusal: ["file_too_many_pages", "file_unreadable"],
    make: manyClaimed,
  },
  { name: "a PDF without pages", refusal: "file_unreadable", make: () => pages("/Kids [] /Count 0") },
  {
    name: "a PDF without a catalog",
    refusal: "file_unreadable",
    make: () => pdfOf(["<< /Type /Nothing >>"]),
  },
  { name: "a PDF whose pages are text", make: () => pages("/Kids (none) /Count 1") },
  { name: "a PDF of random bytes", refusal: "file_unreadable", make: randomPdf },
  { name: "4 GB of blanks in 4 MB", refusal: HEAVY, make: () => content(zeros(4_096, SPACE), 1) },
  { name: "4 GB of blanks, packed twice", refusal: HEAVY, make: () => content(nestedZeros(4_096, SPACE), 2) },
  { name: "a page of 2,000 times the same 1 MB", refusal: HEAVY, make: repeatedContent },
  { name: "a form drawn 10^12 times", refusal: HEAVY, make: () => manyForms() },
  { name: "a form drawn 10^12 times, 40 deep", refusal: HEAVY, make: () => manyForms(40, 2) },
  { name: "100,000 squares one on another", refusal: HEAVY, make: () => manySquares() },
  { name: "100,000 shadings one on another", refusal: HEAVY, make: () => shadings(100_000) },
  { name: "a shading that computes for hours", refusal: HEAVY, make: calculatedShading },
  { name: "100,000 groups one on another", refusal: HEAVY, make: () => manyGroups(100_000) },
  { name: "100,000 masks one on another", refusal: HEAVY, make: () => manyMasks(100_000) },
  { name: "5 million letters", refusal: HEAVY, make: manyLetters },
  { name: "a line of 10^9 dashes", refusal: HEAVY, make: dashes },
  { name: "20 million marks of state", refusal: HEAVY, make: () => onePage("q ".repeat(20_000_000)) },
  { name: "3 million curves in one shape", refusal: HEAVY, make: curves },
  { name: "letters drawn by letters", make: lettersOfLetters },
  { name: "a pattern of 10^9 tiles", make: tiles },
  { name: "a form that draws itself", make: selfForm },
  { name: "a page tree in a circle", make: () => pages("/Kids [2 0 R 2 0 R] /Count 2") },
  {
    name: "an image of 50,000 × 50,000",
    refusal: "file_too_heavy",
    make: () => image(50_000, 50_000, 1, zeros(300)),
  },
  {
    name: "an image of 30,000 × 30,000 in colour",
    refusal: "file_too_heavy",
    make: () => image(30_000, 30_000, 8, zeros(2_600)),
  },
  { name: "a JBIG2 image of 65,535 × 65,535", make: jbig2 },
  {
    name: "500,000 brackets",
    make: () => onePage(stream(`${"[".repeat(500_000)}${"]".repeat(500_000)} TJ`)),
  },
  { name: "a page as large as numbers go", make: () => sized("0 0 3e38 1") },
  { name: "a page without size", make: () => sized("0 0 0 0") },
  { name: "a page whose size is no number", make: () => sized("/a (b) null true") },
  { name: "a stream as long as itself", make: () => onePage("<< /Length 4 0 R >>\nstream\n\nendstream") },
  ...Array.from({ length: 12 }, (_none, seed): Bomb => ({
    name: `a PDF with wrong bytes, no. ${seed + 1}`,
    make: () => damaged(seed + 1),
  })),
];

/** A form that draws the next form ten times, and so on: 10^12 squares in a few kilobytes. */
export function manyForms(levels = 12, times = 10): Buffer {
  const objects = Array.from({ length: levels }, (_none, level) =>
    form("/X Do ".repeat(times), `/Resources << /XObject << /X ${level + 6} 0 R >> >>`),
  );
  objects.push(form("0 0 9 9 re f"));
  return onePage("/X Do ".repeat(times), { resources: "/XObject << /X 5 0 R >>", objects });
}

/**
 * Half-transparent squares as large as the page, on top of each other: minutes of painting from a few bytes.
 */
export function manySquares(count = 100_000): Buffer {
  return onePage(`/G gs ${"0 0 595 842 re f ".repeat(count)}`, {
    resources: "/ExtGState << /G << /ca 0.5 >> >>",
  });
}

function form(drawn: string, entries = ""): string {
  return stream(drawn, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${entries}`);
}

function pages(entries: string): Buffer {
  return pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages ${entries} >>`]);
}

function sized(box: string): Buffer {
  return onePage("0 0 9 9 re f", { page: `/MediaBox [${box}]` });
}

function manyClaimed(): Buffer {
  return pages(`/Kids [${"2 0 R ".repeat(1_000)}] /Count 2147483647`);
}

function randomPdf(): Buffer {
  const noise = Buffer.from(Array.from({ length: 50_000 }, (_none, at) => (at * 7_919 + 104_729) % 251));
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), noise, Buffer.from("\nstartxref\n9\n%%EOF\n")]);
}

function content(packed: Buffer, times: number): Buffer {
  return onePage(stream(packed, `/Filter [${"/FlateDecode ".repeat(times)}]`));
}

function repeatedContent(): Buffer {
  const objects = [flate(" ".repeat(1024 * 1024))];
  return onePage("", { page: `/Contents [${"5 0 R ".repeat(2_000)}]`, objects });
}

function shadings(count: number): Buffer {
  const colour = "<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 3 >>";
  const shading = `<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [9 9 0 300 400 900] /Function ${colour} >>`;
  return onePage("/S sh ".repeat(count), { resources: `/Shading << /S ${shading} >>` });
}

function calculatedShading(): Buffer {
  const step = "dup mul 1 exch sub sqrt ";
  const program = stream(`{ pop ${step.repeat(20_000)} }`, "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]");
  const shading = "<< /ShadingType 1 /ColorSpace /DeviceGray /Matrix [595 0 0 842 0 0] /Function 5 0 R >>";
  return onePage("/S sh", { resources: `/Shading << /S ${shading} >>`, objects: [program] });
}

function manyGroups(count: number): Buffer {
  const objects = [form("0 0 595 842 re f", "/Group << /S /Transparency /I true /K true >>")];
  return onePage(`/G gs ${"/X Do ".repeat(count)}`, {
    resources: "/XObject << /X 5 0 R >> /ExtGState << /G << /ca 0.5 /BM /Multiply >> >>",
    objects,
  });
}

function manyMasks(count: number): Buffer {
  const objects = [form("0 0 595 842 re f", "/Group << /S /Transparency /CS /DeviceGray >>")];
  return onePage(`/G gs ${"0 0 595 842 re f ".repeat(count)}`, {
    resources: "/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>",
    objects,
  });
}

function manyLetters(): Buffer {
  const font = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";
  return onePage(`BT /F 600 Tf ${"0 0 Td (WWWWWWWWWW) Tj ".repeat(500_000)} ET`, { resources: font });
}

function dashes(): Buffer {
  return onePage("[0.0001 0.0001] 0 d 0.5 w 0 0 m 595 842 l S ".repeat(1_000));
}

function curves(): Buffer {
  const points = Array.from({ length: 1_000 }, (_none, at) => `${(at * 37) % 595} ${(at * 91) % 842}`);
  const some = points.map(
    (point, at) => `${point} ${points[(at * 7) % 1_000]} ${points[(at * 13) % 1_000]} c`,
  );
  return onePage(`0 0 m ${`${some.join(" ")} `.repeat(3_000)} f*`);
}

/** A Type 3 font whose letter is written with ten of its letters. */
function lettersOfLetters(): Buffer {
  const font =
    "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> " +
    "/Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F 5 0 R >> >> >>";
  const letter = stream("9 0 d0 BT /F 1 Tf (aaaaaaaaaa) Tj ET");
  return onePage("BT /F 1 Tf (aaaaaaaaaa) Tj ET", {
    resources: "/Font << /F 5 0 R >>",
    objects: [font, letter],
  });
}

function tiles(): Buffer {
  const tile = stream(
    "0 0 1 1 re f",
    "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.02 /YStep 0.02 /Resources << >>",
  );
  return onePage("/Pattern cs /P scn 0 0 595 842 re f ".repeat(100), {
    resources: "/Pattern << /P 5 0 R >>",
    objects: [tile],
  });
}

function selfForm(): Buffer {
  const objects = [form("/X Do /X Do", "/Resources << /XObject << /X 5 0 R >> >>")];
  return onePage("/X Do", { resources: "/XObject << /X 5 0 R >>", objects });
}

function image(width: number, height: number, bits: number, pixels: Buffer): Buffer {
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;
  return onePage("595 0 0 842 0 0 cm /I Do", {
    resources: "/XObject << /I 5 0 R >>",
    objects: [stream(pixels, `${size} ${GREY} ${bits} /Filter /FlateDecode`)],
  });
}

/** The segment with the size of the page, without a segment for its pixels (ITU-T T.88, 7.4.8). */
function jbig2(): Buffer {
  const page = Buffer.alloc(30);
  page.writeUInt8(48, 4);
  page.writeUInt8(1, 6);
  page.writeUInt32BE(19, 7);
  page.writeUInt32BE(65_535, 11);
  page.writeUInt32BE(65_535, 15);
  const size = "/Type /XObject /Subtype /Image /Width 65535 /Height 65535";
  return onePage("595 0 0 842 0 0 cm /I Do", {
    resources: "/XObject << /I 5 0 R >>",
    objects: [stream(page, `${size} ${GREY} 1 /Filter /JBIG2Decode`)],
  });
}

/** A paper with about one byte in fifty replaced, but not the first 20 and the last 40 bytes. */
function damaged(seed: number): Buffer {
  const bytes = tinyPdf([{ lines: ["A paper", "with two lines"] }, { lines: ["and two pages"] }]);
  let state = seed;
  for (let at = 20; at < bytes.length - 40; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    if (state % 50 === 0) bytes[at] = state >> 16;
  }
  return bytes;
}

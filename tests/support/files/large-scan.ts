import sharp from "sharp";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";
import { FONT } from "./tiny-pdf.ts";

/** A page of A4 at 300 dots per inch, in px. */
const [WIDTH, HEIGHT] = [2_480, 3_508];

/**
 * Scanned pages at 300 dots per inch with the grain of paper, as JPEGs.
 * @param side the length of a side of the page, as a fraction of that of A4
 */
export async function scannedPages(count: number, quality = 90, side = 1): Promise<Buffer[]> {
  const [width, height] = [WIDTH * side, HEIGHT * side];
  const noise = { type: "gaussian" as const, mean: 225, sigma: 9 };
  const background = { width, height, channels: 3 as const, background: "white", noise };
  // The grain is the slow part, and each page can have the same.
  const paper = await sharp({ create: background }).png({ compressionLevel: 0 }).toBuffer();
  const pages: Buffer[] = [];
  for (let page = 1; page <= count; page += 1) {
    const lines = Array.from(
      { length: 40 },
      (_none, line) => `<text x="200" y="${300 + line * 75}">${line}. Explain heaps, part ${page}.</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
      <g font-family="Noto Sans, sans-serif" font-size="48" fill="#222">${lines.join("")}</g></svg>`;
    const image = sharp(paper).composite([{ input: Buffer.from(svg) }]);
    pages.push(await image.jpeg({ quality }).toBuffer());
  }
  return pages;
}

/** A PDF of scanned pages with an invisible text layer, as scanners with recognition write it. */
export async function largeScan(count: number, quality?: number, side = 1): Promise<Buffer> {
  const pages = await scannedPages(count, quality, side);
  return scanOf(
    pages.map((jpeg) => ({ jpeg, width: WIDTH * side, height: HEIGHT * side })),
    side,
  );
}

/**
 * A PDF with one picture on each page, and an invisible text layer.
 * @param pictures with their sizes in px
 * @param side the length of a side of the page, as a fraction of that of A4
 */
export function scanOf(pictures: { jpeg: Buffer; width: number; height: number }[], side = 1): Buffer {
  const [across, down] = [595 * side, 842 * side];
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", FONT];
  const kids: string[] = [];
  for (const [index, { jpeg, width, height }] of pictures.entries()) {
    const size = `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
    objects.push(stream(jpeg, `/Type /XObject /Subtype /Image ${size} /Filter /DCTDecode`));
    const text = `BT 3 Tr /F1 12 Tf 72 ${down - 72} Td (Question ${index + 1}, Course CSE 2103) Tj ET`;
    objects.push(stream(`q ${across} 0 0 ${down} 0 0 cm /Scan Do Q ${text}`));
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${objects.length} 0 R ` +
        `/Resources << /Font << /F1 3 0 R >> /XObject << /Scan ${objects.length - 1} 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  return pdfOf(objects);
}

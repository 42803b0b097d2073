export interface Jpeg {
  bytes: Uint8Array;
  /** The width in px. */
  width: number;
  height: number;
}

/** The sides of A4 in points (1/72 inch). */
const A4 = { short: 595.28, long: 841.89 };
/** Each page has three objects: the page, its drawing commands and its picture. */
const OBJECTS = 3;
const encoder = new TextEncoder();

/**
 * Writes a PDF with one JPEG on each page, as wide as A4 in portrait or landscape (ISO 32000-1). The JPEGs
 * are embedded unchanged (DCTDecode), with three colour channels as browsers write them.
 */
export function writePdf(pages: Jpeg[]): Blob {
  const file = new PdfFile();
  const kids = pages.map((_, index) => `${3 + index * OBJECTS} 0 R`);
  file.object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  file.object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(" ")}] >>`);
  for (const [index, page] of pages.entries()) writePage(file, 3 + index * OBJECTS, page);
  return file.end();
}

/** @param first the number of the page's first object */
function writePage(file: PdfFile, first: number, { bytes, width, height }: Jpeg): void {
  const wide = width > height ? A4.long : A4.short;
  const box = [wide, (wide * height) / width].map((points) => points.toFixed(2));
  file.object(
    first,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box.join(" ")}] /Contents ${first + 1} 0 R ` +
      `/Resources << /XObject << /Page ${first + 2} 0 R >> >> >>`,
  );
  file.stream(first + 1, "", encoder.encode(`${box[0]} 0 0 ${box[1]} 0 0 cm /Page Do`));
  file.stream(
    first + 2,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
      "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
    bytes,
  );
}

/** The file so far, with the position of each object for the table at the end. */
class PdfFile {
  private readonly parts: BlobPart[] = [];
  private readonly offsets: number[] = [];
  private length = 0;

  constructor() {
    // Bytes outside ASCII mark the file as binary.
    this.write("%PDF-1.4\n%");
    this.write(Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3));
    this.write("\n");
  }

  object(number: number, text: string): void {
    this.offsets[number] = this.length;
    this.write(`${number} 0 obj\n${text}\nendobj\n`);
  }

  stream(number: number, entries: string, bytes: Uint8Array): void {
    this.offsets[number] = this.length;
    this.write(`${number} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`);
    this.write(bytes);
    this.write("\nendstream\nendobj\n");
  }

  end(): Blob {
    const start = this.length;
    const size = this.offsets.length;
    // Each row has 20 bytes. The first object is the head of the list of free objects.
    const rows = this.offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    this.write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}`);
    this.write(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return new Blob(this.parts, { type: "application/pdf" });
  }

  private write(part: string | Uint8Array): void {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    this.parts.push(bytes as Uint8Array<ArrayBuffer>);
    this.length += bytes.length;
  }
}

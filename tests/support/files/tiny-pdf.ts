import { deflateSync } from "node:zlib";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";

/** The size of A4 in points. */
export const A4: [width: number, height: number] = [595, 842];
/** The least height of a page in points. */
const SHORTEST = 300;
const [FIRST_LINE, LINE] = [56, 16];

/** A page of the width of A4 that ends below its last line, because drawing a whole A4 page takes twice the time. */
const around = (lines: string[]): [width: number, height: number] => [
  A4[0],
  Math.min(A4[1], Math.max(SHORTEST, 2 * FIRST_LINE + LINE * lines.length)),
];

export interface TinyPage {
  /** Lines of text, from top to bottom. */
  lines?: string[];
  /** The size of the page in points; by default, the page has the width of A4 and is as high as its lines. */
  size?: [width: number, height: number];
  /** PDF operators that are drawn before the lines. */
  content?: string;
}

/** A PDF with pages of text in Helvetica. */
export function tinyPdf(pages: TinyPage[]): Buffer {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", FONT];
  const kids: string[] = [];
  for (const { lines = [], content = "", size = content ? A4 : around(lines) } of pages) {
    const text = lines.map((line) => `(${line.replaceAll(/[\\()]/g, "\\$&")}) '`).join("\n");
    const drawn = `${content}\nBT /F1 12 Tf ${LINE} TL 72 ${size[1] - FIRST_LINE} Td\n${text}\nET`;
    objects.push(stream(drawn));
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(" ")}] /Contents ${objects.length} 0 R ` +
        "/Resources << /Font << /F1 3 0 R >> >> >>",
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  return pdfOf(objects);
}

export const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** Like `stream`, compressed the given number of times. */
export function flate(data: string | Buffer, entries = "", times = 1): string {
  let bytes = Buffer.from(data as string, "latin1");
  for (let time = 0; time < times; time += 1) bytes = deflateSync(bytes);
  return stream(bytes, `/Filter [${"/FlateDecode ".repeat(times)}] ${entries}`);
}

/** A PDF with one page that draws these operators, with these objects from number 5 on. */
export function onePage(
  content: string,
  { resources = "", page = "", objects = [] as string[] } = {},
): Buffer {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    content.startsWith("<<") ? content : flate(content),
    ...objects,
  ]);
}

import type { Sheet } from "../set/page-html.ts";
import { contentsOf, objectsOf, pdfFrom } from "./pdf-rewriting.ts";

/** Text that nobody sees on a page: outside of the visible box, or drawn without ink over empty paper. */
export type Hidden =
  | {
      by: "crop";
      /** The visible box in px of the sheet. */ left: number;
      top: number;
      right: number;
      bottom: number;
    }
  | { by: "no ink"; lines: string[]; top: number };

const POINTS = 72 / 96;

export function hide(pdf: Uint8Array, hidden: Hidden, sheet: Sheet): Buffer {
  const objects = objectsOf(pdf);
  const page = objects.find(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  if (!page) throw new Error("The PDF has no page.");
  if (hidden.by === "crop") {
    const { left, top, right, bottom } = hidden;
    const box = [left, sheet.height - bottom, right, sheet.height - top].map((px) =>
      (px * POINTS).toFixed(1),
    );
    page.dictionary = page.dictionary.replace("/MediaBox", `/CropBox [${box.join(" ")}] /MediaBox`);
    return pdfFrom(objects);
  }
  page.dictionary = page.dictionary.replace(
    "/Font <<",
    "/Font <</Hidden << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> ",
  );
  const rows = hidden.lines.map((line) => `(${line.replaceAll(/[\\()]/g, "\\$&")}) '`).join("\n");
  const start = `${60} ${((sheet.height - hidden.top) * POINTS).toFixed(1)} Td`;
  for (const content of contentsOf(objects)) {
    const text = `q\n${(content.bytes as Buffer).toString("latin1")}\nQ\nBT /Hidden 12 Tf 3 Tr 16 TL ${start}\n${rows}\nET\n`;
    content.bytes = Buffer.from(text, "latin1");
  }
  return pdfFrom(objects);
}

import sharp from "sharp";
import { pdfOf } from "../../../scripts/lib/pdf-objects.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import type { TestArchive } from "../platform/archive.ts";
import { A4, flate, FONT } from "./tiny-pdf.ts";

const [LEFT, TOP, LINE, SIZE] = [72, 786, 16, 12];

/**
 * Returns the A4 page of `tinyPdf` with these lines as another program saves it: with other objects in another order, a
 * compressed stream, other operators, and the year in which it was saved.
 */
export function savedAnew(lines: string[], savedIn = 2026): Buffer {
  const text = lines.map((line, index) => {
    const words = line.replaceAll(/[\\()]/g, "\\$&");
    return `BT /F9 ${SIZE} Tf 1 0 0 1 ${LEFT} ${TOP - LINE * (index + 1)} Tm (${words}) Tj ET`;
  });
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 5 0 R /ViewerPreferences << /DisplayDocTitle true >> >>",
      flate(text.join("\n")),
      `<< /Type /Page /Parent 5 0 R /MediaBox [0 0 ${A4.join(" ")}] /Contents 2 0 R /Resources << /Font << /F9 4 0 R >> >> >>`,
      FONT,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Producer (Another program) /CreationDate (D:${savedIn}0102030405Z) >>`,
    ],
    "/Info 6 0 R",
  );
}

/** Returns a crooked, darker scan of page 1 of a person's file. */
export async function scanOf({ services }: TestArchive, actor: User, key: string): Promise<Buffer> {
  const file = await services.files.get(actor, key);
  const page = await services.files.page(file, 1, 1_000);
  return sharp(page)
    .modulate({ brightness: 0.85 })
    .rotate(0.7, { background: "#ccc" })
    .extend({ top: 60, bottom: 20, left: 40, right: 90, background: "#d9d9d9" })
    .jpeg({ quality: 60 })
    .toBuffer();
}

import sharp from "sharp";
import { pdfOf, stream } from "./pdf-objects.ts";
import { seeded } from "./seeded.ts";

/** The size of A4 in points. */
const SHEET = { width: 595, height: 842 };
/** The width in px of a scan with 150 dots per inch. */
const WIDTH = 1_240;
const HEIGHT = Math.round((WIDTH * SHEET.height) / SHEET.width);
const QUALITY = 38;

/**
 * Pages from an old scanner: skewed, grey and noisy, with low contrast.
 * @param pages drawn pages
 * @param seed the same seed makes the same scan
 */
export async function scannedPdf(pages: Uint8Array[], seed: number): Promise<Buffer> {
  const jpegs = await Promise.all(pages.map((page, index) => scanned(page, seed + index)));
  const kids = jpegs.map((_, index) => `${3 + index * 3} 0 R`);
  const objects = jpegs.flatMap((jpeg, index) => {
    const first = 3 + index * 3;
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SHEET.width} ${SHEET.height}] /Contents ${first + 1} 0 R ` +
        `/Resources << /XObject << /Scan ${first + 2} 0 R >> >> >>`,
      stream(`${SHEET.width} 0 0 ${SHEET.height} 0 0 cm /Scan Do`),
      stream(
        jpeg,
        `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceGray ` +
          "/BitsPerComponent 8 /Filter /DCTDecode",
      ),
    ];
  });
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${jpegs.length} >>`,
    ...objects,
  ]);
}

async function scanned(page: Uint8Array, seed: number): Promise<Buffer> {
  const random = seeded(seed);
  const angle = (random() < 0.5 ? -1 : 1) * (0.7 + random() * 1.1);
  const turned = await sharp(page).greyscale().rotate(angle, { background: "#e4e4e4" }).toBuffer();
  const { data } = await sharp(turned)
    .resize(WIDTH, HEIGHT, { fit: "cover" })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let index = 0; index < data.length; index += 1) {
    // The lid of the scanner casts a shadow at the left edge.
    const shadow = 55 * Math.exp(-(index % WIDTH) / 26);
    data[index] = Math.max(0, Math.min(255, (data[index] ?? 0) * 0.72 + 52 - shadow + (random() - 0.5) * 36));
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .blur(0.55)
    .toColourspace("b-w")
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

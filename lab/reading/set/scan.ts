import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";
import { seeded } from "../../../scripts/lib/seeded.ts";
import type { Fax, Scanner } from "./devices.ts";
import { type Grey, greyOf, pictureOf, sample, smooth, spread, stains } from "./pixels.ts";

/** A4 in inches and in points. */
const INCHES = { width: 8.27, height: 11.69 };
const POINTS = { width: 595, height: 842 };

/**
 * A page of a bound volume as a PDF: its lines bend near the gutter, where it is dark, and the edge of the
 * opposite page is visible.
 * @param opposite the page on the other side of the gutter
 * @param seed the same seed makes the same scan
 * @param text operators that write text, with the font F1
 */
export async function scannedVolume(
  page: Grey,
  opposite: Grey,
  scanner: Scanner,
  seed: number,
  text = "",
): Promise<Buffer> {
  const random = seeded(seed);
  const width = Math.round(scanner.dotsPerInch * INCHES.width);
  const height = Math.round(scanner.dotsPerInch * INCHES.height);
  const isLeft = random() < 0.5;
  const angle = ((random() * 2 - 1) * 1.8 * Math.PI) / 180;
  /** How wide the opposite page's strip and the bend are, as a share of the page. */
  const strip = 0.02 + random() * 0.06;
  const bend = 0.1 + random() * 0.1;
  const rise = (random() < 0.5 ? -1 : 1) * (0.008 + random() * 0.02);
  const lift = (random() - 0.5) * 0.02;
  const depth = 0.45 + random() * 0.4;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const stain = stains(random, width / 5);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x / width - 0.5, (y - height / 2) / width];
      const along = 0.5 + dx * cos + dy * sin;
      const down = 0.5 + ((dy * cos - dx * sin) * width) / height;
      // From the gutter, positive on the page and negative on the opposite page.
      const away = (isLeft ? along : 1 - along) - strip;
      const near = Math.exp(-Math.abs(away) / bend);
      const across =
        Math.abs(away) * (1 - strip) ** -1 + 0.35 * bend * (1 - near) * smooth(bend * 2, 0, Math.abs(away));
      const v = (down - 0.5) * (1 + rise * near * 2) + 0.5 + lift * near;
      const source = away >= 0 ? page : opposite;
      const u = away >= 0 === isLeft ? across : 1 - across;
      const grey = sample(source, u * source.width, v * source.height);
      const light = 1 - depth * Math.exp(-Math.abs(away) / (bend * 0.32)) - 0.06 * stain(x, y);
      const value = scanner.ink + ((scanner.paper - scanner.ink) * grey) / 255;
      const grain = spread(random) * scanner.noise;
      for (let channel = 0; channel < 3; channel += 1) {
        const shown = value * light * (scanner.tint[channel] as number) + grain;
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, shown));
      }
    }
  }
  const jpeg = await pictureOf({ data, width, height }, 3)
    .blur(scanner.blur)
    .jpeg({ quality: scanner.quality })
    .toBuffer();
  const entries = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode";
  return picturePdf(jpeg, { width, height, entries }, text);
}

/** A page that a fax made black and white, as a PDF. @param seed the same seed makes the same scan */
export async function faxed(page: Grey, fax: Fax, seed: number): Promise<Buffer> {
  const random = seeded(seed);
  const width = Math.round(fax.dotsPerInch * INCHES.width);
  const height = Math.round(fax.dotsPerInch * INCHES.height);
  const angle = (random() * 2 - 1) * 1.5;
  const small = await greyOf(
    pictureOf(await greyOf(pictureOf(page).rotate(angle, { background: "white" })))
      .resize(width, height, { fit: "cover" })
      .blur(fax.blur),
  );
  const stain = stains(random, width / 6);
  const limit = 120 + random() * 60;
  const bytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(bytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = small.data[y * width + x] as number;
      const border = limit + fax.uneven * (stain(x, y) - 0.5) + spread(random) * 26;
      const isWhite = random() < fax.specks ? random() < 0.4 : grey > border;
      if (isWhite) bits[y * bytes + (x >> 3)] = (bits[y * bytes + (x >> 3)] as number) | (0x80 >> (x & 7));
    }
  }
  return picturePdf(bits, { width, height, entries: "/ColorSpace /DeviceGray /BitsPerComponent 1" });
}

interface Embedded {
  width: number;
  height: number;
  /** The colour space and the filter, as entries of the picture's dictionary. */
  entries: string;
}

/** A PDF with one page of A4 that shows a picture. @param text operators that write text, with the font F1 */
export function picturePdf(picture: Buffer, { width, height, entries }: Embedded, text = ""): Buffer {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${POINTS.width} ${POINTS.height}] /Contents 4 0 R ` +
      "/Resources << /XObject << /Scan 5 0 R >> /Font << /F1 6 0 R >> >> >>",
    stream(`q ${POINTS.width} 0 0 ${POINTS.height} 0 0 cm /Scan Do Q ${text}`),
    stream(picture, `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}`),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ]);
}
